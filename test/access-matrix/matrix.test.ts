// Every route of the table × every kind of credential, and every id of a path × whose it is, on both engines
// (contract 1 and 2; specification 5): one service for each engine, whose callers are new for each question.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Route } from '../../src/http/server/route-table.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestResponse } from '../http/test-server.ts';
import { createCaller, createMatrix, type Matrix, type ResourceIds, type Tenant } from './matrix.ts';
import { nameOf, REQUESTS, type RequestParts, resourceKind, send, urlOf } from './requests.ts';
import { COLUMNS, ROWS } from './rows.ts';

const PLENTY = { perSecond: 1_000, burst: 1_000 };
const placeholdersOf = ({ path }: Route) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);

await onBothEngines(async ({ store }) => {
  const rates = { publicKeyAddress: PLENTY, publicKey: PLENTY, logInAddress: PLENTY, logInEmail: PLENTY };
  const server = await startTestServer({ store, options: { rates } });
  const world = await createMatrix(server);
  const routes = server.app.routeTable;
  after(() => server.app.close());

  test('every route has its row, and every row its route', () => {
    assert.deepEqual([...ROWS.keys()].sort(), routes.map(nameOf).sort());
    assert.deepEqual(
      Object.keys(REQUESTS).filter((name) => !ROWS.has(name)),
      [],
    );
  });

  for (const route of routes) {
    test(`${nameOf(route)} answers each kind of credential as its row says`, async () => {
      const row = ROWS.get(nameOf(route));
      assert.ok(row !== undefined, 'the route has no row');
      const shown: [string, number][] = [];
      for (const column of COLUMNS) {
        const { token, insider } = await createCaller(world, column);
        const question = (await REQUESTS[nameOf(route)]?.(world, insider)) ?? {};
        const url = urlOf(route, { ...world.own, ...question.ids }) + (question.query ?? '');
        const answer = await send(server, route, url, token, question.body);
        shown.push([column, answer.statusCode]);
        if (column === 'other' || column === 'foreign' || column === 'stranger') keepsSecrets(world, answer, url);
        if (route.method !== 'GET') continue;
        const head = await send(server, route, url, token, undefined, 'HEAD');
        assert.equal(head.statusCode, answer.statusCode, `HEAD for ${column}`);
      }
      assert.deepEqual(Object.fromEntries(shown), row);
    });
  }

  for (const route of routes.filter((one) => placeholdersOf(one).length > 0)) {
    test(`${nameOf(route)}: foreign ids are 403, unknown and malformed ones 404`, async () => {
      for (const { token, strange } of askersOf(world, route)) {
        const question = (await REQUESTS[nameOf(route)]?.(world, null)) ?? {};
        for (const placeholder of placeholdersOf(route)) {
          await placedIds(world, route, question, placeholder, token, strange);
        }
      }
    });
  }

  for (const route of routes.filter((one) => one.body !== undefined && placeholdersOf(one).length > 0)) {
    test(`${nameOf(route)}: a wrong body is told before whose the id is`, async () => {
      for (const { token, strange } of askersOf(world, route)) {
        for (const whose of [...strange, unknownOf(world.own)]) {
          const answer = await send(server, route, urlOf(route, whose), token, { surprise: true });
          assert.equal(answer.statusCode, 422, answer.body);
        }
      }
    });
  }
});

/** Who is let in by the route, and the estates that are not theirs. */
function askersOf({ own, other, foreign }: Matrix, { credentials }: Route): { token: string; strange: Tenant[] }[] {
  const session = { token: own.owner, strange: [foreign] };
  const secret = { token: own.secret, strange: [foreign, other] };
  return [...(credentials.includes('session') ? [session] : []), ...(credentials.includes('secret') ? [secret] : [])];
}

/** One id of the path is somebody else's, nobody's or none; the others are right, and then nobody's as well. */
async function placedIds(
  { server, own }: Matrix,
  route: Route,
  { ids, body, query = '' }: RequestParts,
  placeholder: string,
  token: string,
  strange: readonly Tenant[],
): Promise<void> {
  const kind = resourceKind(route.path, placeholder);
  const right = { ...own, ...ids };
  const status = async (given: ResourceIds, values: Record<string, string> = {}) => {
    const answer = await send(server, route, urlOf(route, given, values) + query, token, body);
    return answer.statusCode;
  };
  // An account, a version and a delivery are looked for below what the path names before them: they are nobody else's.
  if (kind !== 'account' && kind !== 'version' && kind !== 'delivery') {
    for (const estate of strange) {
      assert.equal(await status({ ...right, [kind]: estate[kind] }), 403, `{${placeholder}} of somebody else`);
      if (placeholder !== 'env') continue;
      assert.equal(await status({ ...unknownOf(own), env: estate.env }), 403, 'the environment comes first');
    }
  }
  const wrong = kind === 'version' ? ['999', '0', 'x', '1e0'] : [unknown(right[kind]), 'x', "'", '%', '\u{1F600}'];
  for (const value of wrong) {
    assert.equal(await status(right, { [placeholder]: value }), 404, `{${placeholder}} is ${value}`);
  }
}

/** Of the same form, but of nobody: the last letters of an id are random. */
function unknown(id: string): string {
  return `${id.slice(0, -4)}${id.endsWith('0000') ? '1111' : '0000'}`;
}

function unknownOf(estate: Tenant): ResourceIds {
  const texts = Object.entries(estate).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name, unknown(value)])) as unknown as ResourceIds;
}

/** What is told to others holds nothing of the first organization's test environment but what they named themselves. */
function keepsSecrets({ own }: Matrix, answer: TestResponse, url: string): void {
  for (const [name, value] of Object.entries(own)) {
    if (typeof value !== 'string' || url.includes(encodeURIComponent(value))) continue;
    assert.ok(!answer.body.includes(value), `${url} tells somebody else the ${name}`);
  }
}
