// Bad bodies at the front server: encodings, media types, sizes, depth, poisoned keys (faults I04 to I07).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const LOGIN = '{"event":"login","account":{"id":"u_1"}}';
const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
  server.event(server.keys.test.secret, body, { headers });

async function expect(status: number, code: string, body: string | Buffer, headers?: Record<string, string>) {
  const answer = await send(body, headers);
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal(answer.json().code, code);
  return answer;
}

test('bytes that are no UTF-8 are refused, never replaced', async () => {
  const wrapped = (bytes: number[]) =>
    Buffer.concat([Buffer.from('{"event":"'), Buffer.from(bytes), Buffer.from('"}')]);
  for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]]) {
    await expect(400, 'invalid_utf8', wrapped(bytes));
  }
  await expect(400, 'invalid_json', Buffer.from(LOGIN, 'utf16le'));
  await expect(400, 'invalid_json', Buffer.from(`\ufeff${LOGIN}`));
  await expect(400, 'invalid_json', '');
});

test('JSON in UTF-8 is all that is taken', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
    assert.equal((await send(LOGIN, { 'content-type': type })).statusCode, 201, type);
  }
  const others = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/jsonp',
    'application/json\ta',
    'application/problem+json',
    'json',
    '*/*',
    ';',
  ];
  for (const type of others) await expect(415, 'unsupported_media_type', LOGIN, { 'content-type': type });
  const bare = await server.ask({
    method: 'POST',
    url: '/v1/events',
    headers: { authorization: `Bearer ${server.keys.test.secret}`, 'content-length': String(LOGIN.length) },
    payload: Buffer.from(LOGIN),
  });
  assert.equal(bare.statusCode, 415);
});

test('a compressed body is refused before it is read', async () => {
  await expect(415, 'unsupported_encoding', gzipSync(LOGIN), { 'content-encoding': 'gzip' });
  await expect(415, 'unsupported_encoding', LOGIN, { 'content-encoding': 'br' });
  assert.equal((await send(LOGIN, { 'content-encoding': 'identity' })).statusCode, 201);
});

test('256 KiB fit, one byte more does not', async () => {
  const fitting = LOGIN.padEnd(256 * 1024);
  assert.equal(Buffer.byteLength(fitting), 256 * 1024);
  assert.equal((await send(fitting)).statusCode, 201);
  await expect(413, 'body_too_large', `${fitting} `);
});

test('nesting, endless numbers and countless keys are refused with their place, never with a crash', async () => {
  const deep = (levels: number) =>
    `{"event":"login","account":{"id":"u"},"signals":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
  assert.equal((await send(deep(14))).statusCode, 201);
  for (const levels of [15, 65, 1_000, 100_000]) {
    const answer = await expect(422, 'invalid_input', deep(levels));
    assert.match(answer.json().errors[0].pointer, /^\/signals\/a(\/0){14}$/);
    assert.equal(answer.json().errors[0].code, 'too_deep');
  }
  const inSignals = (text: string) => `{"event":"login","account":{"id":"u"},"signals":${text}}`;
  await expect(422, 'invalid_input', inSignals('{"a":1e400}'));
  await expect(422, 'invalid_input', inSignals(`{"a":${'9'.repeat(200_000)}}`));
  await expect(413, 'body_too_large', inSignals(`{"a":${'9'.repeat(1_000_000)}}`));
  assert.equal((await send(inSignals('{"a":-0,"b":9007199254740993,"c":1e-400}'))).statusCode, 201);
  const keys = Array.from({ length: 20_000 }, (_, n) => `"${n}":1`).join();
  await expect(422, 'invalid_input', inSignals(`{${keys}}`));
});

test('poisoned keys are refused or inert, and the next request is as good as any', async () => {
  const signals = (text: string) => `{"event":"login","account":{"id":"u"},"signals":${text}}`;
  await expect(422, 'invalid_input', signals('{"__proto__":{"polluted":1}}'));
  await expect(422, 'invalid_input', signals('{"\\u005f_proto__":{"polluted":1}}'));
  await expect(422, 'invalid_input', '{"event":"login","__proto__":{"account":{"id":"u"}}}');
  for (const text of [
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"toString":1,"hasOwnProperty":2,"valueOf":null}',
    '{"automation":{"constructor":1}}',
  ]) {
    assert.equal((await send(signals(text))).statusCode, 201, text);
  }
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  const answer = await send('{"event":"signup","event":"login","account":{"id":"first"},"account":{"id":"last"}}');
  assert.equal(answer.json().data.event_type, 'login');
  assert.equal(answer.json().data.external_account_id, 'last');
});

test('NUL and lone surrogates are refused everywhere', async () => {
  for (const text of ['\\u0000', 'a\\ud800', '\\udfff']) {
    for (const body of [
      `{"event":"login","account":{"id":"${text}"}}`,
      `{"event":"login","account":{"id":"u"},"signals":{"a":[{"b":"${text}"}]}}`,
      `{"event":"login","account":{"id":"u"},"signals":{"${text}":1}}`,
    ]) {
      await expect(422, 'invalid_input', body);
    }
  }
  assert.equal(
    (await send('{"event":"login","account":{"id":"\\ud83d\\ude00"}}')).json().data.external_account_id,
    '😀',
  );
});

test('an error about a huge key is not huge itself', async () => {
  const answer = await send(`{"event":"login","${'k'.repeat(200_000)}":1}`);
  assert.equal(answer.statusCode, 422);
  assert.ok(answer.body.length < 2_000, String(answer.body.length));
});
