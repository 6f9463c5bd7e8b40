// GET /v1/audit: the trail of the organization, by page or as newline JSON.
import Type, { type Static } from 'typebox';
import { exportAudit, listAudit } from '../../flows/audit/list-audit.ts';
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import type { AuditFilter, AuditPage } from '../../records/audit.ts';
import { AUDIT_ACTIONS } from '../../vocabulary/audit.ts';
import { parseTimeParameter } from '../lists/event-query.ts';
import { acceptsNdjson, NDJSON, ndjsonResponse } from '../lists/ndjson.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS, type Position, pageOf } from '../lists/paging.ts';
import { AuditEntrySchema, auditBody } from '../schemas/control.ts';
import { closed, named, oneOf } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const id = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 64, description }));
const FILTERS = {
  action: Type.Optional(Type.Array(oneOf(AUDIT_ACTIONS), { minItems: 1, maxItems: 20, description: 'Any of these.' })),
  actor_id: id('Who made the change, such as a member.'),
  target_id: id('What was changed.'),
  environment_id: id('Changes within one environment.'),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 with a zone, inclusive.' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 with a zone, exclusive.' })),
};
const AuditQuery = closed({ ...FILTERS, ...PAGE_PARAMETERS });

export function auditRoutes({ context, cursors }: Services): Route[] {
  const list = route({
    method: 'GET',
    path: '/v1/audit',
    operationId: 'listAudit',
    tag: 'Access',
    summary: 'Every change of the control plane, newest first',
    description: `With \`Accept: ${NDJSON}\` everything that matches is streamed, an entry a line.`,
    credentials: ['session'],
    permission: 'read',
    query: AuditQuery,
    responses: {
      200: { description: 'Entries.', body: listSchema(named(AuditEntrySchema), 'Entries.'), streamed: NDJSON },
    },
    handler: async ({ caller, query, http }) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filter } = query;
      const { organizationId } = (caller as SessionCaller).member;
      const wanted = filterOf(filter);
      const identity = { list: 'audit', environment: organizationId, filter };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const from = pageFrom(position, limit);
      if (acceptsNdjson(http)) {
        return ndjsonResponse(http, exportAudit(context, organizationId, wanted, from.from), auditBody);
      }
      const rows = await listAudit(context, organizationId, wanted, from);
      const page = pageOf(rows, position, limit, ({ sequence }) => [sequence]);
      const shown = { ...page, rows: page.rows.map(auditBody) };
      return { status: 200, body: listBody(cursors, identity, '/v1/audit', limit, shown) };
    },
  });
  return [list];
}

function filterOf(filter: Omit<Static<typeof AuditQuery>, 'limit' | 'cursor'>): AuditFilter {
  return {
    actions: filter.action ?? [],
    actorId: filter.actor_id ?? null,
    environmentId: filter.environment_id ?? null,
    targetId: filter.target_id ?? null,
    from: parseTimeParameter('from', filter.from),
    to: parseTimeParameter('to', filter.to),
  };
}

function pageFrom(position: Position | null, limit: number): AuditPage {
  if (position === null) return { limit: limit + 1, from: null };
  const direction = position.direction === 'next' ? 'older' : 'newer';
  return { limit: limit + 1, from: { sequence: Number(position.key[0]), direction } };
}
