// Tests every route with every kind of credential, and every path id with every kind of owner, on both engines. One service per
// engine; each request has a new caller.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Route } from '../../src/http/server/route-table.ts';
import { onAnyEngine } from '../engines.ts';
import { startTestServer, type TestResponse } from '../http/test-server.ts';
import { createCaller, createMatrix, type Matrix, type ResourceIds, type Tenant } from './matrix.ts';
import { nameOf, REQUESTS, type RequestParts, resourceKind, send, urlOf } from './requests.ts';
import { COLUMNS, ROWS } from './rows.ts';

const UNLIMITED = { perSecond: 1_000, burst: 1_000 };
const placeholdersOf = ({ path }: Route) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);

await onAnyEngine(async ({ store }) => {
  const rates = {
    publicKeyAddress: UNLIMITED,
    publicKey: UNLIMITED,
    publicKeyAddressBytes: UNLIMITED,
    loginAddress: UNLIMITED,
    loginEmail: UNLIMITED,
  };
  const server = await startTestServer({ store, options: { rates } });
  const matrix = await createMatrix(server);
  const routes = server.app.routeTable;
  after(() => server.app.close());

  test('every route has a row and every row a route', () => {
    assert.deepEqual([...ROWS.keys()].sort(), routes.map(nameOf).sort());
    assert.deepEqual(
      Object.keys(REQUESTS).filter((name) => !ROWS.has(name)),
      [],
    );
  });

  for (const route of routes) {
    test(`${nameOf(route)} returns the statuses of its row`, async () => {
      const row = ROWS.get(nameOf(route));
      assert.ok(row !== undefined, 'the route has no row');
      const statuses: [string, number][] = [];
      for (const column of COLUMNS) {
        const { token, member } = await createCaller(matrix, column);
        const request = (await REQUESTS[nameOf(route)]?.(matrix, member)) ?? {};
        const url = urlOf(route, { ...matrix.own, ...request.ids }) + (request.query ?? '');
        const response = await send(server, route, url, token, request.body);
        statuses.push([column, response.statusCode]);
        if (column === 'other' || column === 'foreign' || column === 'stranger') assertNoLeak(matrix, response, url);
        if (route.method !== 'GET') continue;
        const head = await send(server, route, url, token, undefined, 'HEAD');
        assert.equal(head.statusCode, response.statusCode, `HEAD for ${column}`);
      }
      assert.deepEqual(Object.fromEntries(statuses), row);
    });
  }

  for (const route of routes.filter((one) => placeholdersOf(one).length > 0)) {
    test(`${nameOf(route)}: foreign ids are 403, unknown and malformed ones 404`, async () => {
      for (const { token, foreignTenants } of acceptedCallers(matrix, route)) {
        const request = (await REQUESTS[nameOf(route)]?.(matrix, null)) ?? {};
        for (const placeholder of placeholdersOf(route)) {
          await checkPathIds(matrix, route, request, placeholder, token, foreignTenants);
        }
      }
    });
  }

  for (const route of routes.filter((one) => one.body !== undefined && placeholdersOf(one).length > 0)) {
    test(`${nameOf(route)}: an invalid body is reported before the owner of the id`, async () => {
      for (const { token, foreignTenants } of acceptedCallers(matrix, route)) {
        for (const ids of [...foreignTenants, unknownIds(matrix.own)]) {
          const response = await send(server, route, urlOf(route, ids), token, { surprise: true });
          assert.equal(response.statusCode, 422, response.body);
        }
      }
    });
  }
});

/** The callers that the route accepts, each with the tenants that are foreign to it. */
function acceptedCallers(
  { own, other, foreign }: Matrix,
  { credentials }: Route,
): { token: string; foreignTenants: Tenant[] }[] {
  const session = { token: own.owner, foreignTenants: [foreign] };
  const secret = { token: own.secret, foreignTenants: [foreign, other] };
  return [...(credentials.includes('session') ? [session] : []), ...(credentials.includes('secret') ? [secret] : [])];
}

/** Makes one id of the path foreign, unknown or malformed; the other ids are valid, and then unknown as well. */
async function checkPathIds(
  { server, own }: Matrix,
  route: Route,
  { ids, body, query = '' }: RequestParts,
  placeholder: string,
  token: string,
  foreignTenants: readonly Tenant[],
): Promise<void> {
  const kind = resourceKind(route.path, placeholder);
  const valid = { ...own, ...ids };
  const status = async (given: ResourceIds, values: Record<string, string> = {}) => {
    const response = await send(server, route, urlOf(route, given, values) + query, token, body);
    return response.statusCode;
  };
  // An account, a version and a delivery are looked up within the resource that precedes them in the path, so they cannot be foreign.
  if (kind !== 'account' && kind !== 'version' && kind !== 'delivery') {
    for (const tenant of foreignTenants) {
      assert.equal(await status({ ...valid, [kind]: tenant[kind] }), 403, `foreign {${placeholder}}`);
      if (placeholder !== 'env') continue;
      assert.equal(await status({ ...unknownIds(own), env: tenant.env }), 403, 'the environment is checked first');
    }
  }
  const invalid = kind === 'version' ? ['999', '0', 'x', '1e0'] : [unknown(valid[kind]), 'x', "'", '%', '\u{1F600}'];
  for (const value of invalid) {
    assert.equal(await status(valid, { [placeholder]: value }), 404, `{${placeholder}} is ${value}`);
  }
}

/** A well-formed id that does not exist: the last letters of an id are random. */
function unknown(id: string): string {
  return `${id.slice(0, -4)}${id.endsWith('0000') ? '1111' : '0000'}`;
}

function unknownIds(tenant: Tenant): ResourceIds {
  const texts = Object.entries(tenant).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name, unknown(value)])) as unknown as ResourceIds;
}

/** Asserts that a response to other callers contains no id of the first organization's test environment except those in its URL. */
function assertNoLeak({ own }: Matrix, response: TestResponse, url: string): void {
  for (const [name, value] of Object.entries(own)) {
    if (typeof value !== 'string' || url.includes(encodeURIComponent(value))) continue;
    assert.ok(!response.body.includes(value), `${url} leaks the ${name}`);
  }
}
