// GET /v1/audit: the audit log of the organization, by page or as newline-delimited JSON.
import Type, { type Static } from 'typebox';
import { exportAudit, listAudit } from '../../flows/audit/list-audit.ts';
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import type { AuditFilter, AuditPage } from '../../records/audit.ts';
import { AUDIT_ACTIONS } from '../../vocabulary/audit.ts';
import { parseTimeParameter } from '../input/time.ts';
import { MAX_FILTER_VALUES, readingDirection, TIME_FILTERS } from '../lists/event-query.ts';
import {
  FORMAT_PARAMETER,
  requestedStream,
  STREAM_DESCRIPTION,
  STREAMED_TYPES,
  streamResponse,
} from '../lists/export.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS, type Position, pageOf } from '../lists/paging.ts';
import { AuditEntrySchema, auditBody } from '../schemas/control.ts';
import { closed, MAX_ID_LENGTH, named, oneOf } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const id = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description }));
const AuditQuery = closed({
  action: Type.Optional(
    Type.Array(oneOf(AUDIT_ACTIONS), { minItems: 1, maxItems: MAX_FILTER_VALUES, description: 'Any of these.' }),
  ),
  actor_id: id('Who made the change, such as a member.'),
  target_id: id('What was changed.'),
  environment_id: id('Changes within one environment.'),
  ...TIME_FILTERS,
  ...FORMAT_PARAMETER,
  ...PAGE_PARAMETERS,
});

export function auditRoutes({ context, cursors }: Services): Route[] {
  const list = route({
    method: 'GET',
    path: '/v1/audit',
    operationId: 'listAudit',
    tag: 'Access',
    summary: 'List every change of the control plane, newest first',
    description: STREAM_DESCRIPTION,
    credentials: ['session'],
    permission: 'read',
    query: AuditQuery,
    responses: {
      200: { description: 'Entries.', body: listSchema(named(AuditEntrySchema), 'Entries.'), streamed: STREAMED_TYPES },
    },
    handler: async ({ caller, query, http }) => {
      const { limit = DEFAULT_LIMIT, cursor, format, ...parameters } = query;
      const { organizationId } = (caller as SessionCaller).member;
      const filter = auditFilter(parameters);
      const identity = { list: 'audit', environment: organizationId, filter: parameters };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const requested = auditPage(position, limit);
      const stream = requestedStream(http, format);
      if (stream !== null) {
        const pages = exportAudit(context, organizationId, filter, requested.from);
        return streamResponse(stream, http, pages, AuditEntrySchema, auditBody);
      }
      const rows = await listAudit(context, organizationId, filter, requested);
      const page = pageOf(rows, position, limit, ({ sequence }) => [sequence]);
      const bodies = { ...page, rows: page.rows.map(auditBody) };
      return { status: 200, body: listBody(cursors, identity, '/v1/audit', limit, bodies) };
    },
  });
  return [list];
}

function auditFilter(query: Omit<Static<typeof AuditQuery>, 'limit' | 'cursor' | 'format'>): AuditFilter {
  return {
    actions: query.action ?? [],
    actorId: query.actor_id ?? null,
    environmentId: query.environment_id ?? null,
    targetId: query.target_id ?? null,
    from: parseTimeParameter('from', query.from),
    to: parseTimeParameter('to', query.to),
  };
}

/** Reads one row more than the page contains: the extra row shows that another page follows. */
function auditPage(position: Position | null, limit: number): AuditPage {
  if (position === null) return { limit: limit + 1, from: null };
  return {
    limit: limit + 1,
    from: { sequence: Number(position.key[0]), direction: readingDirection(position) },
  };
}
