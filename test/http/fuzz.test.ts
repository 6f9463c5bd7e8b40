// Random requests to every route: never a 5xx, always a response that the OpenAPI document describes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { HTTPMethods, InjectOptions } from 'fastify';
import { DEFAULT_SERVER_OPTIONS } from '../../src/http/server/options.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const RUNS = 400;
let server: TestServer;
before(async () => {
  const unlimited = { perSecond: 1e9, burst: 1e9 };
  server = await startTestServer({
    options: { rates: { ...DEFAULT_SERVER_OPTIONS.rates, publicKey: unlimited, publicKeyAddress: unlimited } },
  });
});
after(() => server.close());

/** Hostile text: quotes, control characters, escapes, astral characters, SQL and HTML. */
const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    "'; DROP TABLE events;--",
    '%',
    '<script>',
    '../..',
    '\r\nX: y',
    'null',
    '1e999',
  ),
);
const nastyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    nastyText,
    fc.double(),
    fc.constantFrom(null, true, false, -0, 2 ** 53 + 1, 1e308, -1),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(nastyText, tie('value'), { maxKeys: 5 }),
  ),
})).value;

/** Valid values of every type and size. */
const plainValue = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constantFrom(null, true, false, [], {}, -1, 0, 1e308),
  fc.array(fc.oneof(fc.lorem(), fc.nat()), { maxLength: 30 }),
  fc.dictionary(fc.lorem({ maxCount: 1 }), fc.oneof(fc.boolean(), fc.nat(), fc.lorem())),
);

/** Usually the first, sometimes the second. */
function mostly<A, B>(usual: fc.Arbitrary<A>, other: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: other });
}

/** Known keys of `signals` with any values. */
const nastySignals = fc.record(
  Object.fromEntries(
    [
      ...[
        'user_agent',
        'persistent_id',
        'session_token',
        'languages',
        'screen',
        'automation',
        'behavior',
        'ua_data',
        'fonts',
      ],
      ...[
        'fingerprintjs',
        'thumbmark',
        'plugins',
        'timezone',
        'hardware_concurrency',
        'webgl_renderer',
        'window',
        'unknown_key',
      ],
    ].map((key) => [key, mostly(plainValue, nastyValue)]),
  ),
  { requiredKeys: [] },
);
/** Bodies close to a valid one: mostly valid except for their signals, sometimes with every field wrong. */
const nearEvent = fc
  .tuple(
    fc.record({
      event: mostly(fc.constantFrom('login', 'login_failed', 'page_view', 'payment_attempt'), nastyValue),
      account: mostly(fc.record({ id: mostly(fc.constantFrom('u_1', 'force_block'), nastyText) }), nastyValue),
      signals: mostly(nastySignals, nastyValue),
    }),
    mostly(
      fc.constant({}),
      fc.record(
        {
          ip_address: fc.oneof(fc.ipV4(), fc.ipV6(), nastyText),
          user_agent: nastyText,
          occurred_at: mostly(
            fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
            nastyText,
          ),
          extra: nastyValue,
        },
        { requiredKeys: [] },
      ),
    ),
  )
  .map(([core, more]) => ({ ...core, ...more }));
const body = fc.oneof(
  { weight: 6, arbitrary: nearEvent.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: nastyValue.map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
);
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

async function assertNoServerError(request: InjectOptions): Promise<number> {
  const response = await server.request(request);
  assert.ok(response.statusCode < 500, `${JSON.stringify(request)} ${response.body}`);
  return response.statusCode;
}

test('events with any content never cause a server error', async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      body,
      fc.constantFrom('public', 'secret') as fc.Arbitrary<'public' | 'secret'>,
      headerText,
      async (payload, kind, agent) => {
        const { statusCode } = await server.event(server.keys.test[kind], payload, {
          headers: { 'user-agent': agent },
        });
        assert.ok(statusCode < 500, `${kind} ${payload}`);
        seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1);
      },
    ),
    { numRuns: RUNS },
  );
  for (const status of [201, 422, 400])
    assert.ok((seen.get(status) ?? 0) > 5, `too few responses with status ${status}`);
  assert.equal((await server.event(server.keys.test.public, { event: 'login', account: { id: 'u' } })).statusCode, 201);
});

test('paths, methods, headers and credentials of any form never cause a server error', async () => {
  const keys = Object.values(server.keys).flatMap((kinds) => Object.values(kinds));
  const token = fc.oneof(fc.constantFrom(...keys, ...Object.values(server.sessions)), headerText);
  const patterns = server.app.routeTable.map(({ path }) => path);
  const segment = nastyText.map((text) => encodeURIComponent(text.toWellFormed()));
  const path = fc.oneof(
    fc.tuple(fc.constantFrom(...patterns), segment).map(([pattern, part]) => pattern.replaceAll(/\{\w+\}/g, part)),
    fc.array(segment, { maxLength: 4 }).map((parts) => `/v1/${parts.join('/')}`),
    fc.webPath().map((text) => `/x${text}`),
  );
  const query = fc.option(fc.webQueryParameters(), { nil: '' });
  const method = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
  ) as fc.Arbitrary<HTTPMethods>;
  await fc.assert(
    fc.asyncProperty(
      method as fc.Arbitrary<'GET'>,
      path,
      query,
      token,
      headerText,
      headerText,
      async (verb, path, search, text, type, origin) => {
        const headers = {
          authorization: `Bearer ${text}`,
          'content-type': type,
          origin,
          'idempotency-key': type,
          'x-forwarded-for': origin,
        };
        await assertNoServerError({
          method: verb,
          url: `${path || '/'}?${search}`,
          headers,
          ...((verb as string) === 'POST' ? { payload: '{}' } : {}),
        });
      },
    ),
    { numRuns: RUNS },
  );
});
