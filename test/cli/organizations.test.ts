// Tests that commands show and change what belongs to the organization, environment or member that their options name.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { credentialDigest } from '../../src/access/credential.ts';
import type { SetupValues } from '../../src/flows/tenants/set-up.ts';
import { openStore } from '../../src/storage/open.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { contextOver } from '../context.ts';
import { assay } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-organizations-'));
const dataDir = join(folder, 'data');
after(() => rmSync(folder, { recursive: true }));

async function json(...args: string[]) {
  const { code, stdout, stderr } = await assay([...args, '--json'], { dataDir });
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

async function listed<T>(field: string, ...args: string[]): Promise<T[]> {
  return (await json(...args)).data.map((row: Record<string, T>) => row[field]);
}

/** Two organizations in one database. */
describe('two organizations', () => {
  let first: SetupValues;
  let second: SetupValues;
  before(async () => {
    first = await json('setup');
    second = await json('setup', '--organization', 'Second', '--email', 'two@second.example');
  });

  test('a command that creates something asks which one', async () => {
    for (const args of [
      ['members', 'create', '--email', 'x@second.example', '--role', 'viewer'],
      ['members', 'invite', '--email', 'x@second.example', '--role', 'viewer'],
      ['environments', 'create', '--name', 'Shop', '--kind', 'live'],
    ]) {
      const { code, stderr } = await assay(args, { dataDir });
      assert.deepEqual([code, stderr.split(':')[1]], [2, ' --organization must be one of'], args.join(' '));
    }
  });

  test('members and environments belong to the named one', async () => {
    const named = ['--organization', second.organization_id];
    await json('members', 'create', '--email', 'ann@second.example', '--role', 'viewer', ...named);
    await json('members', 'invite', '--email', 'bo@second.example', '--role', 'viewer', ...named);
    const emails = ['ann@second.example', 'bo@second.example', 'two@second.example'];
    assert.deepEqual((await listed<string>('email', 'members', 'list', ...named)).sort(), emails);
    const others = ['members', 'list', '--organization', first.organization_id];
    assert.deepEqual(await listed('email', ...others), [first.owner.email]);
    assert.equal((await listed('email', 'members', 'list')).length, 4);

    const shop = await json('environments', 'create', '--name', 'Shop', '--kind', 'live', ...named);
    const { test: tests, live } = second.environments;
    assert.deepEqual(await listed('id', 'environments', 'list', ...named), [tests.id, live.id, shop.id]);
    assert.equal((await listed('id', 'environments', 'list')).length, 5);
  });

  test('keys are those of the named environment', async () => {
    const { id } = second.environments.live;
    assert.deepEqual(await listed('environment_id', 'keys', 'list', '--environment', id), [id, id]);
    const all = await listed<string>('environment_id', 'keys', 'list');
    assert.deepEqual([all.length, new Set(all).size], [8, 4]);
  });

  test('sessions are those of the named member', async () => {
    const store = await openStore({ databaseUrl: null, dataDir, access: 'control' });
    const { clock, newId } = contextOver(store);
    for (const email of [first.owner.email, second.owner.email]) {
      const [found] = await store.members.findByEmail(email);
      assert.ok(found?.passwordHash);
      const at = clock();
      const times = { createdAt: at, lastUsedAt: at, expiresAt: at + DAY };
      const session = { id: newId('session', at), memberId: found.member.id, ...times };
      await store.sessions.create(session, credentialDigest(email), found.passwordHash);
    }
    await store.close();
    const { email } = second.owner;
    assert.deepEqual(await listed('email', 'sessions', 'list', '--member', email), [email]);
    assert.equal((await listed('email', 'sessions', 'list')).length, 2);
  });

  test('a change is in the audit log of its organization, and filters select entries', async () => {
    const { id: environment } = second.environments.live;
    const [key] = await listed<string>('id', 'keys', 'list', '--environment', environment);
    await json('keys', 'revoke', key as string);
    const list = (...filter: string[]) => json('audit', 'list', '--limit', '100', ...filter).then(({ data }) => data);
    const entries = await list('--organization', second.organization_id);
    const [revoked] = entries;
    assert.deepEqual([revoked.action, revoked.target.id], ['key.revoked', key]);
    const inFirst = await list('--organization', first.organization_id);
    assert.deepEqual(
      inFirst.filter((one: { action: string }) => one.action === 'key.revoked'),
      [],
    );

    type Entry = typeof revoked;
    const cases: [filter: string[], isSelected: (entry: Entry) => boolean][] = [
      [['--environment', environment], (entry) => entry.environment_id === environment],
      [['--target', key as string], ({ target }) => target.id === key],
      [['--actor', 'cli'], () => true],
      [['--actor', 'usr_nobody'], () => false],
      [['--from', revoked.created_at], (entry) => entry.created_at >= revoked.created_at],
      [['--to', revoked.created_at], (entry) => entry.created_at < revoked.created_at],
    ];
    for (const [filter, isSelected] of cases) {
      const selected = await list('--organization', second.organization_id, ...filter);
      assert.deepEqual(selected, entries.filter(isSelected), filter.join(' '));
    }
    assert.deepEqual(await list('--environment', environment), [revoked], 'its organization need not be named');
    const { sequence, hash } = await json('audit', 'head', '--organization', second.organization_id);
    assert.deepEqual([sequence, hash], [revoked.sequence, revoked.hash]);
  });
});
