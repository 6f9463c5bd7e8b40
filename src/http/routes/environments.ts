// GET /v1/environments: which environments a session may look into.
import Type from 'typebox';
import type { Environment } from '../../records/tenants.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { ENVIRONMENT_KINDS, PUBLIC_RISK } from '../../vocabulary/words.ts';
import { DEFAULT_LIMIT, listBody, listOf, PAGE_PARAMETERS, type Position, pageOf } from '../paging.ts';
import { type Route, route } from '../route-table.ts';
import type { Services } from '../services.ts';
import { closed, nullable, oneOf, time } from '../shape.ts';

const EnvironmentShape = closed({
  id: Type.String({ description: 'Prefix env_.' }),
  name: Type.String(),
  kind: oneOf(ENVIRONMENT_KINDS),
  allowed_origins: Type.Array(Type.String(), { description: 'Origins whose pages may send events; empty: any.' }),
  public_risk: oneOf(PUBLIC_RISK, { description: 'What a caller with a public key is told.' }),
  retention_days: nullable(Type.Integer({ description: 'Days that raw addresses and client signals are kept.' })),
  created_at: time(),
});

export function environmentRoutes(services: Services): Route[] {
  return [listRoute(services)];
}

function listRoute({ cursors }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/environments',
    operationId: 'listEnvironments',
    tag: 'Access',
    summary: 'List the environments of the organization',
    credentials: ['session'],
    permission: 'read',
    query: closed(PAGE_PARAMETERS),
    answers: { 200: { description: 'Environments, newest first.', body: listOf(EnvironmentShape, 'Environments.') } },
    handler: ({ caller, query }) => {
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const identity = { list: 'environments', environment: '', filter: {} };
      const position = cursor === undefined ? null : cursors.open(identity, cursor);
      const rows = newestFirst(caller.environments, position).slice(0, limit + 1);
      const page = pageOf(rows.map(environmentBody), position, limit, ({ id }) => [id]);
      return { status: 200, body: listBody(cursors, identity, '/v1/environments', limit, page) };
    },
  });
}

/** The few environments that came with the session, from `position` on, in the order in which a page is read. */
function newestFirst(environments: readonly Environment[], position: Position | null): Environment[] {
  const ordered = [...environments].sort((a, b) => (a.id < b.id ? 1 : -1));
  if (position === null) return ordered;
  const at = String(position.key[0]);
  return position.direction === 'next'
    ? ordered.filter(({ id }) => id < at)
    : ordered.filter(({ id }) => id > at).reverse();
}

function environmentBody(environment: Environment) {
  return {
    id: environment.id,
    name: environment.name,
    kind: environment.kind,
    allowed_origins: [...environment.allowedOrigins],
    public_risk: environment.publicRisk,
    retention_days: environment.retentionDays,
    created_at: isoTime(environment.createdAt),
  };
}
