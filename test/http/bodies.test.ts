// Malformed bodies: encodings, media types, sizes, depth, __proto__ keys.
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
  const response = await send(body, headers);
  assert.equal(response.statusCode, status, response.body);
  assert.equal(response.json().code, code);
  return response;
}

test('rejects bytes that are not UTF-8 instead of replacing them', async () => {
  const wrapped = (bytes: number[]) =>
    Buffer.concat([Buffer.from('{"event":"'), Buffer.from(bytes), Buffer.from('"}')]);
  for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]]) {
    await expect(400, 'invalid_utf8', wrapped(bytes));
  }
  await expect(400, 'invalid_json', Buffer.from(LOGIN, 'utf16le'));
  await expect(400, 'invalid_json', Buffer.from(`\ufeff${LOGIN}`));
  await expect(400, 'invalid_json', '');
});

test('accepts only JSON in UTF-8', async () => {
  const types = [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json;odata.metadata=minimal; charset=utf-8;',
    'application/json; profile="https://example.com/a;b" ; x=y',
  ];
  for (const type of types) {
    assert.equal((await send(LOGIN, { 'content-type': type })).statusCode, 201, type);
  }
  const others = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=latin1',
    'application/json; charset="utf-16"; x=y',
    'application/json; charset=',
    'application/json; x',
    'application/jsonp',
    'application/json\ta',
    'application/problem+json',
    'json',
    '*/*',
    ';',
  ];
  for (const type of others) await expect(415, 'unsupported_media_type', LOGIN, { 'content-type': type });
  const bare = await server.request({
    method: 'POST',
    url: '/v1/events',
    headers: { authorization: `Bearer ${server.keys.test.secret}`, 'content-length': String(LOGIN.length) },
    payload: Buffer.from(LOGIN),
  });
  assert.equal(bare.statusCode, 415);
});

test('rejects a compressed body before it is read', async () => {
  await expect(415, 'unsupported_encoding', gzipSync(LOGIN), { 'content-encoding': 'gzip' });
  await expect(415, 'unsupported_encoding', LOGIN, { 'content-encoding': 'br' });
  assert.equal((await send(LOGIN, { 'content-encoding': 'identity' })).statusCode, 201);
});

test('accepts 256 KiB and rejects one byte more', async () => {
  const fitting = LOGIN.padEnd(256 * 1024);
  assert.equal(Buffer.byteLength(fitting), 256 * 1024);
  assert.equal((await send(fitting)).statusCode, 201);
  await expect(413, 'body_too_large', `${fitting} `);
});

test('rejects deep nesting, huge numbers and too many keys, with their pointer', async () => {
  const deep = (levels: number) =>
    `{"event":"login","account":{"id":"u"},"signals":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
  assert.equal((await send(deep(14))).statusCode, 201);
  for (const levels of [15, 65, 1_000, 100_000]) {
    const response = await expect(422, 'invalid_input', deep(levels));
    assert.match(response.json().errors[0].pointer, /^\/signals\/a(\/0){14}$/);
    assert.equal(response.json().errors[0].code, 'too_deep');
  }
  const inSignals = (text: string) => `{"event":"login","account":{"id":"u"},"signals":${text}}`;
  await expect(422, 'invalid_input', inSignals('{"a":1e400}'));
  await expect(422, 'invalid_input', inSignals(`{"a":${'9'.repeat(200_000)}}`));
  await expect(413, 'body_too_large', inSignals(`{"a":${'9'.repeat(1_000_000)}}`));
  assert.equal((await send(inSignals('{"a":-0,"b":9007199254740993,"c":1e-400}'))).statusCode, 201);
  const keys = Array.from({ length: 20_000 }, (_, n) => `"${n}":1`).join();
  await expect(422, 'invalid_input', inSignals(`{${keys}}`));
});

test('rejects __proto__ keys; similar keys are inert and later requests unaffected', async () => {
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
  const response = await send('{"event":"signup","event":"login","account":{"id":"first"},"account":{"id":"last"}}');
  assert.equal(response.json().data.event_type, 'login');
  assert.equal(response.json().data.external_account_id, 'last');
});

test('rejects NUL and lone surrogates everywhere', async () => {
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

test('returns a small error for a huge key', async () => {
  const response = await send(`{"event":"login","${'k'.repeat(200_000)}":1}`);
  assert.equal(response.statusCode, 422);
  assert.ok(response.body.length < 2_000, String(response.body.length));
});
