// Tests the administrative commands: environments, members, sessions, device trust, audit and compaction.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { credentialDigest, formatSessionToken, TOKEN_BYTES } from '../../src/access/credential.ts';
import { passwords } from '../../src/compose/passwords.ts';
import type { EventInput } from '../../src/flows/events/event-input.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import type { SetupValues } from '../../src/flows/tenants/set-up.ts';
import { openStore } from '../../src/storage/open.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { contextOver } from '../context.ts';
import { assay } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-control-'));
const dataDir = join(folder, 'data');
after(() => rmSync(folder, { recursive: true }));

const run = (args: readonly string[], input?: string, environment: Record<string, string> = {}) =>
  assay(args, { dataDir, environment, ...(input === undefined ? {} : { input }) });

async function json(args: readonly string[], input?: string, environment?: Record<string, string>) {
  const result = await run([...args, '--json'], input, environment);
  assert.equal(result.code, 0, `${args.join(' ')}: ${result.stderr}`);
  assert.equal(result.stdout.split('\n').length, 2, 'prints one line of JSON only');
  return JSON.parse(result.stdout);
}

/** Expects each command to fail with one line on standard error; the commands run in parallel. */
async function expectErrors(
  ...cases: readonly (readonly [args: string[], code: number, message: RegExp, input?: string])[]
) {
  await Promise.all(
    cases.map(async ([args, expected, message, input]) => {
      const { code, stdout, stderr } = await run(args, input);
      assert.equal(code, expected, `${args.join(' ')}: ${stderr}`);
      assert.equal(stdout, '');
      assert.match(stderr, message);
      assert.equal(stderr.split('\n').length, 2, 'one line');
    }),
  );
}

/** Accesses the same database through the store, without a separate process. */
async function withContext<T>(work: (context: ReturnType<typeof contextOver>) => Promise<T>): Promise<T> {
  const store = await openStore({ databaseUrl: null, dataDir, access: 'control' });
  try {
    return await work(contextOver(store));
  } finally {
    await store.close();
  }
}

const PAGE_VIEW: EventInput = {
  type: 'page_view',
  accountId: null,
  signals: { timezone: 'Europe/Rome' },
  address: '203.0.113.9',
  userAgent: null,
  occurredAt: null,
  credential: 'secret',
  idempotency: null,
  imported: null,
};

describe('administrative commands', () => {
  let values: SetupValues;
  before(async () => {
    values = await json(['setup']);
  });

  test('lists, creates and changes environments', async () => {
    const created = await json(['environments', 'create', '--name', 'Shop', '--kind', 'live']);
    assert.deepEqual([created.name, created.kind, created.organization_id], ['Shop', 'live', values.organization_id]);
    const settings = ['--allowed-origins', 'https://a.example, https://b.example', '--retention-days', '30'];
    const changed = await json(['environments', 'update', created.id, ...settings, '--public-risk', 'none']);
    assert.deepEqual(
      [changed.allowed_origins, changed.retention_days, changed.public_risk, changed.name],
      [['https://a.example', 'https://b.example'], 30, 'none', 'Shop'],
    );
    const defaults = ['--allowed-origins', '', '--retention-days', 'never'];
    const cleared = await json(['environments', 'update', created.id, ...defaults]);
    assert.deepEqual([cleared.allowed_origins, cleared.retention_days], [[], null]);
    const { data } = await json(['environments', 'list']);
    assert.deepEqual(data.at(-1), cleared);
    assert.equal(data.length, 3);

    const update = ['environments', 'update', created.id];
    await expectErrors(
      [update, 2, /give at least one setting to change/],
      [[...update, '--retention-days', '1e2'], 2, /--retention-days: Must be/],
      [[...update, '--allowed-origins', 'https://a.example/path'], 1, /Must be an origin/],
    );
  });

  test('invites members, issues links, changes roles and removes members', async () => {
    const environment = { ASSAY_PUBLIC_URL: 'https://assay.example' };
    const invited = await json(
      ['members', 'invite', '--email', 'Bo@Example.com', '--role', 'viewer'],
      undefined,
      environment,
    );
    assert.equal(invited.email, 'bo@example.com');
    assert.equal(invited.invitation_url, `https://assay.example/#/invitation?token=${invited.invitation_token}`);
    const link = await json(['members', 'link', 'bo@example.com']);
    assert.ok(link.invitation_url.startsWith('http://127.0.0.1:8080/#/invitation?token='));
    await withContext(async ({ store, clock }) => {
      const owner = (token: string) => store.members.linkOwner(credentialDigest(token), clock());
      assert.equal(await owner(invited.invitation_token), null, 'the new link replaces the old one');
      assert.equal((await owner(link.invitation_token))?.id, invited.id);
    });
    assert.equal((await json(['members', 'role', invited.id, '--role', 'analyst'])).role, 'analyst');
    const { data } = await json(['members', 'list']);
    assert.deepEqual(data.map(({ email, role, status }: Record<string, string>) => [email, role, status]).sort(), [
      ['bo@example.com', 'analyst', 'invited'],
      ['owner@assay.local', 'owner', 'active'],
    ]);
    assert.equal((await json(['members', 'remove', 'bo@example.com'])).removed, true);
    await expectErrors(
      [['members', 'remove', 'bo@example.com'], 2, /bo@example.com is not a member/],
      [['members', 'remove', values.owner.email], 1, /must keep at least one owner/],
      [['members', 'invite', '--email', 'nobody', '--role', 'viewer'], 2, /--email: Must be an email address/],
    );
  });

  test('sets given and generated passwords, and ends every session', async () => {
    const createSession = () =>
      withContext(async ({ store, newId, clock, randomBytes }) => {
        const at = clock();
        const [found] = await store.members.findByEmail(values.owner.email);
        const session = { id: newId('session', at), memberId: found?.member.id ?? '', createdAt: at, lastUsedAt: at };
        const digest = credentialDigest(formatSessionToken(randomBytes(TOKEN_BYTES)));
        await store.sessions.create({ ...session, expiresAt: at + DAY }, digest, found?.passwordHash ?? '');
        return session.id;
      });
    const passwordHash = () =>
      withContext(async ({ store }) => (await store.members.findByEmail(values.owner.email))[0]?.passwordHash ?? '');
    const ids = [await createSession(), await createSession()];
    const { data } = await json(['sessions', 'list', '--member', values.owner.email]);
    assert.deepEqual(data.map(({ id }: { id: string }) => id).sort(), ids);
    assert.equal((await json(['sessions', 'revoke', ids[0] as string])).revoked, true);

    const generated = await json(['members', 'password', values.owner.email]);
    assert.ok(await passwords.verify(await passwordHash(), generated.password));
    assert.deepEqual((await json(['sessions', 'list'])).data, []);
    const given = await run(['members', 'password', values.owner.email, '--stdin'], 'a sentence of mine\n');
    assert.equal(given.code, 0, given.stderr);
    assert.ok(!given.stdout.includes('a sentence of mine'));
    assert.ok(await passwords.verify(await passwordHash(), 'a sentence of mine'));
    await expectErrors(
      [['members', 'password', values.owner.email, '--stdin'], 2, /--stdin: Must have at least 10/, 'short\n'],
      [['sessions', 'revoke', ids[0] as string], 2, /There is no session with this id/],
    );
  });

  test('disables a lost second factor', async () => {
    await withContext(async ({ store, clock }) => {
      const id = (await store.members.findByEmail(values.owner.email))[0]?.member.id ?? '';
      await store.secondFactors.begin(id, 'v1.k1.ciphertext', clock());
    });
    assert.equal((await json(['members', 'disable-second-factor', values.owner.email])).second_factor, false);
    await expectErrors([['members', 'disable-second-factor', values.owner.email], 2, /There is no second factor/]);
  });

  test('trusts a device and removes the trust', async () => {
    const store = await openStore({ databaseUrl: null, dataDir });
    const environment = (await store.tenants.environments(null))[0];
    assert.ok(environment !== undefined);
    const { recorded } = await recordEvent(contextOver(store), environment, PAGE_VIEW);
    await store.close();
    const { id } = recorded.device;
    assert.equal((await json(['devices', 'trust', id])).is_trusted, true);
    assert.equal((await json(['devices', 'untrust', id])).is_trusted, false);
  });

  test('reads the audit log of all these changes', async () => {
    const { data } = await json(['audit', 'list', '--limit', '100']);
    assert.ok(data.every(({ actor }: { actor: { type: string } }) => actor.type === 'cli'));
    const actions = new Set(data.map(({ action }: { action: string }) => action));
    for (const action of [
      ...['organization.created', 'member.created', 'environment.created', 'environment.updated', 'member.invited'],
      ...['member.link_issued', 'member.role_changed', 'member.removed', 'session.revoked', 'member.password_changed'],
      ...['member.second_factor_disabled', 'device.trusted', 'device.trust_revoked'],
    ]) {
      assert.ok(actions.has(action), action);
    }
    const exported = await run(['audit', 'export', '--json']);
    assert.equal(exported.code, 0, exported.stderr);
    const lines = exported.stdout.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      data,
    );
    const filtered = [
      'audit',
      'list',
      '--action',
      'device.trusted',
      'member.removed',
      '--from',
      '2026-01-01T00:00:00Z',
    ];
    assert.deepEqual(
      (await json(filtered)).data.map(({ action }: { action: string }) => action),
      ['device.trusted', 'member.removed'],
    );
    await expectErrors(
      [['audit', 'list', '--from', 'yesterday'], 2, /--from must be an ISO 8601 time/],
      [['audit', 'export', '--organization', 'org_x'], 2, /--organization must be one of/],
      [['devices', 'trust', 'dev_x'], 2, /There is no device with this id/],
    );
  });

  test('compacts the database, but not while a service is running', async () => {
    assert.deepEqual(await json(['compact']), { engine: 'sqlite', compacted: true });
    const owner = await openStore({ databaseUrl: null, dataDir });
    try {
      await expectErrors([['compact'], 1, /another process has .* open/]);
    } finally {
      await owner.close();
    }
  });

  test('finds an audit entry that was edited by hand, and a log that began anew', async () => {
    const auditCheck = async () => {
      const { code, stdout } = await run(['doctor', '--verify-audit', '--json']);
      const checks = JSON.parse(stdout).checks as { name: string; status: string; detail: string }[];
      const [check] = checks.filter(({ name }) => name === 'audit');
      return [code, check?.status, check?.detail] as const;
    };
    const [code, status, detail] = await auditCheck();
    assert.deepEqual([code, status], [0, 'ok']);
    assert.match(detail ?? '', /[\d,]+ entries, the hash chain and its signature are intact$/);
    const connection = new SqliteConnection(join(dataDir, 'assay.db'), { readOnly: false });
    connection.exec('DROP TRIGGER audit_entries_stand');
    connection.exec(`UPDATE audit_entries SET actor_name = 'eve' WHERE sequence = 3`);
    connection.close();
    const [codeAfter, statusAfter, detailAfter] = await auditCheck();
    assert.deepEqual([codeAfter, statusAfter], [1, 'failed']);
    assert.match(detailAfter ?? '', /entry 3 is edited; compare with a backup$/);

    const other = new SqliteConnection(join(dataDir, 'assay.db'), { readOnly: false });
    other.exec('DROP TRIGGER audit_entries_kept; DELETE FROM audit_entries; DELETE FROM audit_heads');
    other.close();
    await json(['keys', 'create', '--environment', 'test', '--kind', 'secret', '--name', 'next']);
    const [codeAnew, statusAnew, detailAnew] = await auditCheck();
    assert.deepEqual([codeAnew, statusAnew], [1, 'failed']);
    assert.match(detailAnew ?? '', /entry 1 is missing; compare with a backup$/);
  });
});
