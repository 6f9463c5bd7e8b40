// After every kind of secret was made and used, none of them stands in the database, its log, a backup or what was logged (A08).
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
import { refusePlainSecrets, refuseSecretsAt } from '../plain-secrets.ts';
import { freshDatabase } from '../postgres.ts';
import { asker } from './asking.ts';

type Secrets = Map<string, string>;
/** Kept in plain text on purpose: it shows that the search finds what is there. */
const KEPT = 'Kept in plain text for the search';

/** Makes and uses every kind of secret. The clock moves, so that codes and attempts are fresh. */
async function useEverySecret(door: TestServer, pass: (ms: number) => number): Promise<Secrets> {
  const secrets: Secrets = new Map();
  const ask = asker(door);
  const { id: environment, organizationId } = door.environments.test;
  const post = (url: string, body: unknown) =>
    door.ask({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) });
  const known = (name: string, text: string) => {
    assert.ok(text.length >= 10, name);
    secrets.set(name, text);
    return text;
  };
  assert.equal((await ask('PATCH', `/v1/environments/${environment}`, { name: KEPT })).statusCode, 200);

  for (const kind of ['public', 'secret']) {
    const { id, key } = (await ask('POST', `/v1/environments/${environment}/keys`, { kind })).json().data;
    const sent = await door.event(known(`${kind} key`, key), { event: 'login', account: { id: 'ann' }, signals: {} });
    assert.equal(sent.statusCode, 201);
    assert.equal((await ask('GET', `/v1/environments/${environment}/events`, undefined, `${key}x`)).statusCode, 401);
    if (kind === 'public') assert.equal((await ask('DELETE', `/v1/keys/${id}`)).statusCode, 204);
  }

  const email = `secret.${organizationId}@shop.example`;
  const invited = (await ask('POST', '/v1/members', { email, role: 'analyst' })).json().data;
  known('replaced link', invited.invitation_token);
  const link = (await ask('POST', `/v1/members/${invited.id}/link`)).json().data;
  const password = known('password', 'correct horse battery staple');
  const accepted = await post('/v1/invitations/accept', { token: known('used link', link.invitation_token), password });
  const token = known('session of a link', accepted.json().data.token);
  const waiting = await ask('POST', '/v1/members', { email: `waiting.${email}`, role: 'viewer' });
  known('waiting link', waiting.json().data.invitation_token);

  const secret = known('TOTP secret', (await ask('POST', '/v1/auth/totp', undefined, token)).json().data.secret);
  const code = (ms: number) => new TOTP({ secret }).generate({ timestamp: pass(ms) });
  const confirmed = await ask('POST', '/v1/auth/totp/confirm', { code: code(0) }, token);
  const codes: string[] = confirmed.json().data.recovery_codes;
  for (const [at, text] of codes.entries()) known(`recovery code ${at}`, text);
  const logIn = (proof: string, tried = password) => post('/v1/auth/login', { email, password: tried, code: proof });
  known('session of a code', (await logIn(code(MINUTE))).json().data.token);
  pass(MINUTE);
  known('session of a recovery code', (await logIn(codes[0] as string)).json().data.token);
  assert.equal((await logIn('000000', known('wrong password', 'not the right one at all'))).statusCode, 401);
  const next = known('next password', 'another sentence of mine');
  const changed = await ask('POST', '/v1/auth/password', { current_password: password, new_password: next }, token);
  known('session of a new password', changed.json().data.token);

  const hook = await ask('POST', `/v1/environments/${environment}/webhooks`, { url: 'http://127.0.0.1:9/' });
  const { id } = hook.json().data;
  known('webhook secret', hook.json().data.secret);
  known('rotated webhook secret', (await ask('POST', `/v1/webhooks/${id}/rotate-secret`)).json().data.secret);
  assert.equal((await ask('POST', `/v1/webhooks/${id}/test`)).statusCode, 202);
  known('session of the owner', door.sessions.owner);
  for (const kind of ['public', 'secret'] as const) known(`first ${kind} key`, door.keys.test[kind]);
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

/** Names of the secrets that stand in the bytes, as they are or without their prefix. */
function found(secrets: Secrets, where: string, bytes: Buffer): string[] {
  const bare = (text: string) => text.replace(/^(whsec|dash|link|(pub|sec)_(test|live))_/, '');
  return [...secrets]
    .filter(([, text]) => bytes.includes(text) || bytes.includes(bare(text)))
    .map(([name]) => `${name} in ${where}`);
}

test('on SQLite: the file, its log, a backup and what was logged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'));
  after(() => rmSync(folder, { recursive: true }));
  const { clock, pass } = movingClock();
  const path = join(folder, 'assay.db');
  const door = await startTestServer({ store: await openSqlite({ path }), clock });
  const secrets = await useEverySecret(door, pass);
  const hand = new SqliteConnection(path, { readOnly: true });
  await hand.run('VACUUM INTO ?', join(folder, 'backup.db'));
  hand.close();
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
  assert.ok(files.some(([name]) => name === 'assay.db-wal') && files.some(([name]) => name === 'backup.db'));
  for (const name of ['assay.db-wal', 'backup.db']) {
    assert.ok(
      files.some(([file, bytes]) => file === name && bytes.includes(KEPT)),
      `the search sees what is in ${name}`,
    );
  }
  assert.deepEqual(
    files.flatMap(([name, bytes]) => found(secrets, name, bytes)),
    [],
  );
  assert.ok(door.log.length > 20);
  assert.deepEqual(found(secrets, 'the log', Buffer.from(door.log.join('\n'))), []);
  await door.close();
  assert.deepEqual(found(secrets, 'the closed file', readFileSync(path)), []);
});

test('on PostgreSQL: every column of every table, and what was logged', async () => {
  const database = await freshDatabase();
  const { clock, pass } = movingClock();
  const door = await startTestServer({ store: await openPostgres({ url: database.url }), clock });
  const secrets = await useEverySecret(door, pass);
  const client = new pg.Client(database.url);
  await client.connect();
  const tables = await client.query(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`);
  let kept = false;
  for (const { table_name: table } of tables.rows) {
    const { rows } = await client.query({ text: `SELECT * FROM ${table}`, rowMode: 'array' });
    const cells = rows.flat().map((cell: unknown) => (Buffer.isBuffer(cell) ? cell : Buffer.from(String(cell))));
    const bytes = Buffer.concat(cells);
    kept ||= bytes.includes(KEPT);
    assert.deepEqual(found(secrets, table, bytes), []);
  }
  assert.ok(kept && tables.rows.length > 20, 'the search sees what is there');
  assert.deepEqual(found(secrets, 'the log', Buffer.from(door.log.join('\n'))), []);
  await client.end();
  await door.close();
  await database.drop();
});

test('the search that all tests end with finds a secret of each kind, in a log, a file and a table', async () => {
  const [token, key] = [randomBytes(TOKEN_BYTES), randomBytes(KEY_BYTES)];
  const kinds = [formatKey('secret', 'live', key), formatSessionToken(token), formatLinkToken(token)];
  const folder = mkdtempSync(join(tmpdir(), 'assay-planted-'));
  after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'assay.db');
  const database = await freshDatabase();
  const stores = [await openSqlite({ path }), await openPostgres({ url: database.url })];
  const places = [{ engine: 'sqlite', path } as const, { engine: 'postgres', url: database.url } as const];
  for (const place of places) await refuseSecretsAt(place);
  for (const text of [...kinds, formatWebhookSecret(token)]) {
    assert.throws(() => refusePlainSecrets('a log', `{"url":"/x?${text}"}`), /plain secret stands in a log/);
    for (const place of places) {
      const tables = await openTables(place);
      await tables.insert('organizations', ['id', 'name', 'created_at'], [['org_planted', `by ${text}`, 1]]);
      await assert.rejects(refuseSecretsAt(place), /plain secret stands in/);
      await tables.all("DELETE FROM organizations WHERE id = 'org_planted'");
      if (place.engine === 'postgres') await refuseSecretsAt(place);
      await tables.close();
    }
  }
  for (const store of stores) await store.close();
  await database.drop();
});
