// Runs CLI commands as separate processes: results on standard output, errors in one line.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseCredential } from '../../src/access/credential.ts';
import { openStore } from '../../src/storage/open.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { assay, type ProcessResult, withFolder } from './run-cli.ts';

function json(result: ProcessResult) {
  assert.equal(result.code, 0, result.stderr);
  assert.equal(result.stdout.split('\n').length, 2, 'prints one line of JSON only');
  return JSON.parse(result.stdout);
}

describe('CLI commands', () => {
  let dataDir = '';
  let removeFolder = () => {};
  let values: Record<string, never> & {
    environments: Record<string, Record<string, string>>;
    owner: { email: string };
  };
  const run = (...args: string[]) => assay(args, { dataDir });

  before(async () => {
    await new Promise<void>((ready) => {
      void withFolder((folder) => {
        dataDir = join(folder, 'data');
        ready();
        return new Promise<void>((done) => {
          removeFolder = done;
        });
      });
    });
    values = json(await run('setup', '--json'));
  });
  after(() => removeFolder());

  test('setup prints the values of first-run.json once, readable by the owner only', async () => {
    const file = join(dataDir, 'first-run.json');
    assert.deepEqual(values, JSON.parse(readFileSync(file, 'utf8')));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    assert.ok(!existsSync(`${file}.unfinished`));
    for (const kind of ['test', 'live'] as const) {
      const { id, public_key: publicKey, secret_key: secretKey } = values.environments[kind] ?? {};
      assert.match(id ?? '', /^env_/);
      assert.deepEqual(parseCredential(publicKey ?? ''), { kind: 'public', environment: kind });
      assert.deepEqual(parseCredential(secretKey ?? ''), { kind: 'secret', environment: kind });
    }
    const again = await run('setup', '--json');
    assert.equal(again.code, 2);
    assert.equal(again.stdout, '');
    assert.match(again.stderr, /^assay: an organization exists already/);
  });

  test('setup --organization names the first organization of an empty folder', async () => {
    await withFolder(async (folder) => {
      const empty = { dataDir: join(folder, 'empty') };
      const named = json(await assay(['setup', '--organization', 'Acme', '--email', 'Ann@acme.test', '--json'], empty));
      assert.equal(named.owner.email, 'ann@acme.test');
      assert.deepEqual(named, JSON.parse(readFileSync(join(empty.dataDir, 'first-run.json'), 'utf8')));
    });
  });

  test('setup --organization names the first organization after a start that a full disk or a signal ended', async () => {
    await withFolder(async (dataDir) => {
      writeFileSync(join(dataDir, 'assay.db'), '');
      const named = json(await assay(['setup', '--organization', 'Acme', '--json'], { dataDir }));
      assert.deepEqual(named, JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8')));
    });
  });

  test('setup --organization creates another organization with its own owner', async () => {
    const other = json(await run('setup', '--organization', 'Second & Söhne', '--json'));
    assert.notEqual(other.organization_id, (values as { organization_id?: string }).organization_id);
    assert.notEqual(other.owner.email, values.owner.email);
    assert.equal(other.owner.email, 'owner@second-s-hne.assay.local');
    const repeated = await run('setup', '--organization', 'Second & Söhne');
    assert.deepEqual(
      [repeated.code, repeated.stderr],
      [
        2,
        'assay: owner@second-s-hne.assay.local belongs to another member: name the owner of the new organization with --email\n',
      ],
    );
    const taken = await run('setup', '--organization', 'Third', '--email', values.owner.email);
    assert.equal(taken.code, 1);
    assert.match(taken.stderr, /owner@assay\.local belongs to another member/);
    const store = await openStore({ databaseUrl: null, dataDir });
    try {
      assert.deepEqual(
        (await store.tenants.organizations()).map(({ name }) => name),
        ['Default', 'Second & Söhne'],
      );
      const [owner] = await store.members.findByEmail(values.owner.email);
      assert.equal(owner?.member.role, 'owner');
      assert.match(owner?.passwordHash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    } finally {
      await store.close();
    }
  });

  test('creates, lists and revokes keys', async () => {
    const environment = values.environments.live?.id ?? '';
    const created = json(
      await run('keys', 'create', '--environment', environment, '--kind', 'secret', '--name', 'ci', '--json'),
    );
    assert.deepEqual(parseCredential(created.key), { kind: 'secret', environment: 'live' });
    const listed = json(await run('keys', 'list', '--environment', environment, '--json')).data;
    const { key, ...withoutKey } = created;
    assert.deepEqual(listed.at(-1), withoutKey);
    assert.ok(!JSON.stringify(listed).includes(key));
    assert.equal(json(await run('keys', 'revoke', created.id, '--json')).revoked, true);
    const twice = await run('keys', 'revoke', created.id);
    assert.equal(twice.code, 2);
    assert.equal(twice.stderr, 'assay: There is no active key with this id.\n');
    assert.match((await run('keys', 'list')).stdout, new RegExp(`${created.id}.*20\\d\\d-`));
  });

  test('rejects test and live when two environments match', async () => {
    const result = await run('keys', 'create', '--kind', 'public', '--environment', 'test');
    assert.equal(result.code, 2);
    assert.match(result.stderr, /^assay: --environment test is ambiguous \(env_\w+ or env_\w+\): use the id\n$/);
  });

  test('creates a member and shows the password once', async () => {
    const organization = (values as { organization_id?: string }).organization_id ?? '';
    const created = json(
      await run(
        'members',
        'create',
        '--email',
        'Ana@Example.com',
        '--role',
        'analyst',
        '--organization',
        organization,
        '--json',
      ),
    );
    assert.equal(created.email, 'ana@example.com');
    assert.match(created.password, /^[0-9a-z]{26}$/);
    const twice = await run(
      'members',
      'create',
      '--email',
      'ana@example.com',
      '--role',
      'viewer',
      '--organization',
      organization,
    );
    assert.equal(twice.code, 1);
    const invalid = await run(
      'members',
      'create',
      '--email',
      'nobody',
      '--role',
      'viewer',
      '--organization',
      organization,
    );
    assert.equal(invalid.code, 2);
    assert.match(
      invalid.stderr,
      /^assay: --email: Must be an email address without spaces and invisible characters.\n$/,
    );
  });

  test('migrate reports that the schema is current', async () => {
    assert.deepEqual(json(await run('migrate', '--json')), { engine: 'sqlite', schema: 'current' });
  });

  test('doctor finds only leftovers of the first start, then a folder that other users can access', async () => {
    const healthy = json(await run('doctor', '--json')).checks;
    const warnings = healthy.filter(({ status }: { status: string }) => status !== 'ok');
    assert.deepEqual(
      warnings.map(({ name, status }: { name: string; status: string }) => [name, status]),
      [
        ['retention', 'warning'],
        ['first run', 'warning'],
        ['second factor', 'warning'],
        ['live environments', 'warning'],
      ],
      'S1: nothing is ever removed',
    );
    const [, firstRun, secondFactor, live] = warnings;
    assert.match(firstRun.detail, /first-run\.json contains secret keys.*still has the password in it: change it/);
    assert.match(secondFactor.detail, /owners without a second factor: owner@assay\.local/);
    assert.match(live.detail, /accepts events from any web page and shows scores to public keys/);
    chmodSync(dataDir, 0o755);
    const open = json(await run('doctor', '--json')).checks;
    chmodSync(dataDir, 0o700);
    assert.match(open.find(({ name }: { name: string }) => name === 'permissions')?.detail, /has mode 0755.*chmod go=/);
  });
});

test('doctor reports each problem and exits with 1', async () => {
  await withFolder(async (dataDir) => {
    const invalid = { dataDir, environment: { PORT: 'eighty', ASSAY_ROLE: 'x' } };
    const config = await assay(['doctor', '--json'], invalid);
    assert.equal(config.code, 1);
    const problems = JSON.parse(config.stdout).checks as { name: string; detail: string }[];
    assert.deepEqual(
      problems.map(({ name, detail }) => `${name}: ${detail.split(' must be')[0]}`),
      ['configuration: PORT', 'configuration: ASSAY_ROLE'],
    );
    assert.match(
      (await assay(['doctor'], invalid)).stdout,
      /\nconfiguration +failed +PORT .*\nconfiguration +failed +ASSAY_ROLE /,
    );
    writeFileSync(
      join(dataDir, 'assay.db'),
      'this is not a database, but it is long enough to be read as one. '.repeat(20),
    );
    const storage = await assay(['doctor', '--json'], { dataDir });
    assert.equal(storage.code, 1);
    assert.equal(
      JSON.parse(storage.stdout).checks.find(({ name }: { name: string }) => name === 'storage').status,
      'failed',
    );
  });
});

test('doctor warns about a backup that is older than a day, or of the future', async () => {
  await withFolder(async (folder) => {
    const options = { dataDir: join(folder, 'data') };
    json(await assay(['setup', '--json'], options));
    json(await assay(['backup', join(folder, 'backup.db'), '--json'], options));
    const backupCheck = async () =>
      json(await assay(['doctor', '--json'], options)).checks.find(({ name }: { name: string }) => name === 'backup');
    assert.equal((await backupCheck()).status, 'ok');
    const record = join(options.dataDir, 'last-backup.json');
    const old = { ...JSON.parse(readFileSync(record, 'utf8')), created_at: '2026-01-01T00:00:00.000Z' };
    writeFileSync(record, JSON.stringify(old));
    assert.match((await backupCheck()).detail, /^the last backup is \d+ days old \(.*backup\.db\)$/);
    const dayAgo = new Date(Date.now() - 1.5 * DAY).toISOString();
    writeFileSync(record, JSON.stringify({ ...old, created_at: dayAgo }));
    assert.match((await backupCheck()).detail, /^the last backup is 1 day old /);
    writeFileSync(record, JSON.stringify({ ...old, created_at: '2999-01-01T00:00:00.000Z' }));
    const future = await backupCheck();
    assert.equal(future.status, 'warning');
    assert.match(future.detail, /is in the future: a clock was wrong, so run backup FILE$/);
  });
});

test('doctor creates nothing in an empty folder', async () => {
  await withFolder(async (dataDir) => {
    assert.equal((await assay(['doctor'], { dataDir })).code, 0);
    assert.ok(!existsSync(join(dataDir, 'assay.db')));
  });
});

test('reports invalid usage in one line with exit code 2', async () => {
  await withFolder(async (dataDir) => {
    for (const [args, message] of [
      [['kyes'], "assay: unknown command 'kyes' (Did you mean keys?)\n"],
      [['keys', 'create'], "assay: required option '--kind <kind>' not specified\n"],
      [
        ['keys', 'create', '--kind', 'x'],
        /^assay: option '--kind <kind>' argument 'x' is invalid\. Allowed choices are public, secret\.\n$/,
      ],
      [['keys', 'revoke'], "assay: missing required argument 'key'\n"],
    ] as const) {
      const result = await assay(args, { dataDir });
      assert.equal(result.code, 2, args.join(' '));
      assert.equal(result.stdout, '');
      if (typeof message === 'string') assert.equal(result.stderr, message);
      else assert.match(result.stderr, message);
    }
    const help = await assay(['--help'], { dataDir });
    assert.equal(help.code, 0);
    assert.match(help.stdout, /Exit codes: 0 success, 1 failure, 2 invalid usage or configuration/);
  });
});

test('stops every command on an invalid configuration and lists all problems', async () => {
  await withFolder(async (dataDir) => {
    const result = await assay(['keys', 'list', '--json'], { dataDir, environment: { PORT: '-1', ASSAY_POOL: '3' } });
    assert.equal(result.code, 2);
    assert.equal(result.stdout, '');
    assert.match(
      result.stderr,
      /PORT must be an integer.*\n.*ASSAY_POOL is not a setting; did you mean ASSAY_POOL_SIZE\?/,
    );
  });
});
