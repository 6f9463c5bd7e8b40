// Creates and uses every kind of secret, then searches the database, its log, a backup and the service log for them.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { openTables } from '../../bench/seed/tables.ts';
import {
  formatKey,
  formatLinkToken,
  formatSessionToken,
  formatWebhookSecret,
  KEY_BYTES,
  TOKEN_BYTES,
} from '../../src/access/credential.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { assertNoPlainSecrets, assertNoPlainSecretsAt } from '../plain-secrets.ts';
import { freshDatabase } from '../postgres.ts';
import { memberClient } from './member-client.ts';

type Secrets = Map<string, string>;
/** Stored in plain text on purpose, to verify that the search works. */
const PLAIN = 'Stored in plain text for the search';

/** Creates and uses every kind of secret. `pass` advances the clock, so that codes and rate limits are fresh. */
async function useEverySecret(server: TestServer, pass: (ms: number) => number): Promise<Secrets> {
  const secrets: Secrets = new Map();
  const request = memberClient(server);
  const { id: environment, organizationId } = server.environments.test;
  const post = (url: string, body: unknown) =>
    server.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const remember = (name: string, text: string) => {
    assert.ok(text.length >= 10, name);
    secrets.set(name, text);
    return text;
  };
  assert.equal((await request('PATCH', `/v1/environments/${environment}`, { name: PLAIN })).statusCode, 200);

  for (const kind of ['public', 'secret']) {
    const { id, key } = (await request('POST', `/v1/environments/${environment}/keys`, { kind })).json().data;
    const sent = await server.event(remember(`${kind} key`, key), {
      event: 'login',
      account: { id: 'ann' },
      signals: {},
    });
    assert.equal(sent.statusCode, 201);
    assert.equal(
      (await request('GET', `/v1/environments/${environment}/events`, undefined, `${key}x`)).statusCode,
      401,
    );
    if (kind === 'public') assert.equal((await request('DELETE', `/v1/keys/${id}`)).statusCode, 204);
  }

  const email = `secret.${organizationId}@shop.example`;
  const invited = (await request('POST', '/v1/members', { email, role: 'analyst' })).json().data;
  remember('replaced link', invited.invitation_token);
  const link = (await request('POST', `/v1/members/${invited.id}/link`)).json().data;
  const password = remember('password', 'correct horse battery staple');
  const accepted = await post('/v1/invitations/accept', {
    token: remember('used link', link.invitation_token),
    password,
  });
  const token = remember('session of a link', accepted.json().data.token);
  const unused = await request('POST', '/v1/members', { email: `unused.${email}`, role: 'viewer' });
  remember('unused link', unused.json().data.invitation_token);

  const secret = remember(
    'TOTP secret',
    (await request('POST', '/v1/auth/totp', { password }, token)).json().data.secret,
  );
  const code = (ms: number) => new TOTP({ secret }).generate({ timestamp: pass(ms) });
  const confirmed = await request('POST', '/v1/auth/totp/confirm', { code: code(0) }, token);
  const codes: string[] = confirmed.json().data.recovery_codes;
  for (const [at, text] of codes.entries()) remember(`recovery code ${at}`, text);
  const logIn = (proof: string, tried = password) => post('/v1/auth/login', { email, password: tried, code: proof });
  remember('session of a code', (await logIn(code(MINUTE))).json().data.token);
  pass(MINUTE);
  remember('session of a recovery code', (await logIn(codes[0] as string)).json().data.token);
  assert.equal((await logIn('000000', remember('wrong password', 'not the right one at all'))).statusCode, 401);
  const next = remember('next password', 'another sentence of mine');
  const changed = await request('POST', '/v1/auth/password', { current_password: password, new_password: next }, token);
  remember('session of a new password', changed.json().data.token);

  const hook = await request('POST', `/v1/environments/${environment}/webhooks`, { url: 'http://127.0.0.1:9/' });
  const { id } = hook.json().data;
  remember('webhook secret', hook.json().data.secret);
  remember('rotated webhook secret', (await request('POST', `/v1/webhooks/${id}/rotate-secret`)).json().data.secret);
  assert.equal((await request('POST', `/v1/webhooks/${id}/test`)).statusCode, 202);
  remember('session of the owner', server.sessions.owner);
  for (const kind of ['public', 'secret'] as const) remember(`first ${kind} key`, server.keys.test[kind]);
  return secrets;
}

function movingClock() {
  let moved = 0;
  return {
    clock: () => Date.now() + moved,
    pass: (ms: number) => {
      moved += ms;
      return Date.now() + moved;
    },
  };
}

/** Names of the secrets that the bytes contain, with or without their prefix. */
function found(secrets: Secrets, where: string, bytes: Buffer): string[] {
  const bare = (text: string) => text.replace(/^(whsec|dash|inv|(pub|sec)_(test|live))_/, '');
  return [...secrets]
    .filter(([, text]) => bytes.includes(text) || bytes.includes(bare(text)))
    .map(([name]) => `${name} in ${where}`);
}

test('finds no secret in the SQLite file, its log, a backup or the service log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'));
  after(() => rmSync(folder, { recursive: true }));
  const { clock, pass } = movingClock();
  const path = join(folder, 'assay.db');
  const server = await startTestServer({ store: await openSqlite({ path }), clock });
  const secrets = await useEverySecret(server, pass);
  const connection = new SqliteConnection(path, { readOnly: true });
  connection.prepare('VACUUM INTO ?').run(join(folder, 'backup.db'));
  connection.close();
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
  assert.ok(files.some(([name]) => name === 'assay.db-wal') && files.some(([name]) => name === 'backup.db'));
  for (const name of ['assay.db-wal', 'backup.db']) {
    assert.ok(
      files.some(([file, bytes]) => file === name && bytes.includes(PLAIN)),
      `the search finds plain text in ${name}`,
    );
  }
  assert.deepEqual(
    files.flatMap(([name, bytes]) => found(secrets, name, bytes)),
    [],
  );
  assert.ok(server.log.length > 20);
  assert.deepEqual(found(secrets, 'the log', Buffer.from(server.log.join('\n'))), []);
  await server.close();
  assert.deepEqual(found(secrets, 'the closed file', readFileSync(path)), []);
});

test('finds no secret in any PostgreSQL column or in the service log', async () => {
  const database = await freshDatabase();
  const { clock, pass } = movingClock();
  const server = await startTestServer({ store: await openPostgres({ url: database.url }), clock });
  const secrets = await useEverySecret(server, pass);
  const client = new pg.Client(database.url);
  await client.connect();
  const tables = await client.query(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`);
  let plainFound = false;
  for (const { table_name: table } of tables.rows) {
    const { rows } = await client.query({ text: `SELECT * FROM ${table}`, rowMode: 'array' });
    const cells = rows.flat().map((cell: unknown) => (Buffer.isBuffer(cell) ? cell : Buffer.from(String(cell))));
    const bytes = Buffer.concat(cells);
    plainFound ||= bytes.includes(PLAIN);
    assert.deepEqual(found(secrets, table, bytes), []);
  }
  assert.ok(plainFound && tables.rows.length > 20, 'the search finds plain text in the tables');
  assert.deepEqual(found(secrets, 'the log', Buffer.from(server.log.join('\n'))), []);
  await client.end();
  await server.close();
  await database.drop();
});

test('assertNoPlainSecrets finds each kind of secret in a log, a file and a table', async () => {
  const [token, key] = [randomBytes(TOKEN_BYTES), randomBytes(KEY_BYTES)];
  const kinds = [formatKey('secret', 'live', key), formatSessionToken(token), formatLinkToken(token)];
  const folder = mkdtempSync(join(tmpdir(), 'assay-planted-'));
  after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'assay.db');
  const database = await freshDatabase();
  const stores = [await openSqlite({ path }), await openPostgres({ url: database.url })];
  const targets = [{ engine: 'sqlite', path } as const, { engine: 'postgres', url: database.url } as const];
  for (const target of targets) await assertNoPlainSecretsAt(target);
  for (const text of [...kinds, formatWebhookSecret(token)]) {
    assert.throws(() => assertNoPlainSecrets('a log', `{"url":"/x?${text}"}`), /plain-text secret appears in a log/);
    for (const target of targets) {
      const tables = await openTables(target);
      await tables.insert('organizations', ['id', 'name', 'created_at'], [['org_planted', `by ${text}`, 1]]);
      await assert.rejects(assertNoPlainSecretsAt(target), /plain-text secret appears in/);
      await tables.all("DELETE FROM organizations WHERE id = 'org_planted'");
      if (target.engine === 'postgres') await assertNoPlainSecretsAt(target);
      await tables.close();
    }
  }
  for (const store of stores) await store.close();
  await database.drop();
});
