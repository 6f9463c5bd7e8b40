// A list without filters, in the order of its ids: its route is the same for every kind of row.
import type { Static, TSchema } from 'typebox';
import type { IdPage } from '../../records/id-page.ts';
import type { Environment } from '../../records/tenants.ts';
import { type BodyOf, named } from '../schemas/schema.ts';
import { type RequestContext, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';
import { idPage } from './event-query.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PageQuery, pageOf } from './paging.ts';

/** A list without filters, of rows `R` that are returned as items `I`. */
interface PlainList<P extends TSchema, I extends TSchema, R> {
  path: string;
  operationId: string;
  tag?: Route['tag'];
  summary: string;
  description: string;
  params: P;
  item: I;
  /** The environment to read from. @throws Failure `forbidden` or `not_found`. */
  find: (request: RequestContext<P>) => Promise<Environment>;
  read: (environment: Environment, params: Static<P>, page: IdPage) => Promise<readonly R[]>;
  keyOf: (row: R) => string;
  bodyOf: (row: R) => BodyOf<I>;
}

export function plainList<P extends TSchema, I extends TSchema, R>(
  { cursors }: Services,
  list: PlainList<P, I, R>,
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
    query: PageQuery,
    responses: { 200: { description: 'A page of the list.', body: listSchema(named<TSchema>(item), summary) } },
    handler: async (request) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query as PageQuery;
      const identity = { list: operationId, environment: JSON.stringify(request.params), filter: {} };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await list.find(request as unknown as RequestContext<P>);
      const rows = await list.read(environment, request.params as Static<P>, idPage(position, limit));
      const page = pageOf(rows, position, limit, (row) => [list.keyOf(row)]);
      const bodies = { ...page, rows: page.rows.map(list.bodyOf) };
      const url = request.http.url.split('?', 1)[0] as string;
      return { status: 200, body: listBody(cursors, identity, url, limit, bodies) };
    },
  });
}
