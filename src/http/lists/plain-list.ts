// A list in the order of its ids: its route is the same for every kind of row.
import type { Static, TObject, TSchema } from 'typebox';
import type { IdPage } from '../../records/id-page.ts';
import type { Environment } from '../../records/tenants.ts';
import { type BodyOf, closed, named } from '../schemas/schema.ts';
import { type RequestContext, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';
import { idPage } from './event-query.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS, type PageQuery, pageOf } from './paging.ts';

/** A list of rows `R` that are returned as items `I`, with the filters `F`. */
interface PlainList<P extends TSchema, I extends TSchema, R, F extends Record<string, TSchema>> {
  path: string;
  operationId: string;
  tag?: Route['tag'];
  summary: string;
  description: string;
  params: P;
  /** Query parameters besides those of the page. */
  filters?: F;
  item: I;
  /** The environment to read from. @throws Failure `forbidden` or `not_found`. */
  find: (request: RequestContext<P>) => Promise<Environment>;
  read: (
    environment: Environment,
    params: Static<P>,
    page: IdPage,
    filter: Static<TObject<F>>,
  ) => Promise<readonly R[]>;
  keyOf: (row: R) => string;
  bodyOf: (row: R) => BodyOf<I>;
}

export function plainList<P extends TSchema, I extends TSchema, R, F extends Record<string, TSchema>>(
  { cursors }: Services,
  list: PlainList<P, I, R, F>,
): Route {
  const { path, operationId, tag = 'Devices', summary, description, params, item } = list;
  return route({
    method: 'GET',
    tag,
    credentials: ['secret', 'session'],
    permission: 'read',
    path,
    operationId,
    summary,
    description,
    params,
    query: closed<Record<string, TSchema>>({ ...list.filters, ...PAGE_PARAMETERS }),
    responses: { 200: { description: 'A page of the list.', body: listSchema(named<TSchema>(item), summary) } },
    handler: async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filter } = request.query as PageQuery;
      const identity = { list: operationId, environment: JSON.stringify(request.params), filter };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await list.find(request as unknown as RequestContext<P>);
      const rows = await list.read(
        environment,
        request.params as Static<P>,
        idPage(position, limit),
        filter as Static<TObject<F>>,
      );
      const page = pageOf(rows, position, limit, (row) => [list.keyOf(row)]);
      const bodies = { ...page, rows: page.rows.map(list.bodyOf) };
      const url = request.http.url.split('?', 1)[0] as string;
      return { status: 200, body: listBody(cursors, identity, url, limit, bodies) };
    },
  });
}
