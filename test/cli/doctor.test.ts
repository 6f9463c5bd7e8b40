// Tests what `doctor` reports about the data folder, live environments and missing backups.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import type { Check } from '../../src/cli/doctor-advice.ts';
import { permissionChecks, unreadableFolder, unwritableFolder } from '../../src/cli/doctor-folder.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { assay, withFolder } from './run-cli.ts';

/** The checks of a name, with the exit code of the command. */
async function doctor(name: string, dataDir: string): Promise<{ code: number | null; checks: Check[] }> {
  const { code, stdout } = await assay(['doctor', '--json'], { dataDir });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return { code, checks: checks.filter((check) => check.name === name) };
}

test('finds open permissions whichever way DATA_DIR is written', async () => {
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    for (const name of ['encryption-keys', 'first-run.json']) writeFileSync(join(data, name), 'x', { mode: 0o644 });
    const closed = permissionChecks(data);
    assert.deepEqual(
      closed.map(({ status }) => status),
      ['ok'],
      'the folder protects its files',
    );
    chmodSync(data, 0o755);
    const path = relative(process.cwd(), data);
    for (const written of [data, `${data}/`, path, `./${path}`, `./${path}/`, `${data}/../data`]) {
      const details = permissionChecks(written).map(({ status, detail }) => `${status} ${detail}`);
      assert.equal(details.length, 3, written);
      assert.match(details[0] ?? '', /^warning .*\/data has mode 0755, .*: run chmod go= .*\/data$/);
      assert.match(details[1] ?? '', /first-run\.json has mode 0644/);
      assert.match(details[2] ?? '', /encryption-keys has mode 0644/);
    }
  });
});

test('fails when this account cannot read the folder, or it is none', async () => {
  await withFolder(async (folder) => {
    const denied = (code: string) =>
      unreadableFolder(folder, () => {
        throw Object.assign(new Error(code), { code });
      });
    assert.equal(denied('EACCES')?.status, 'failed');
    assert.match(denied('EACCES')?.detail ?? '', /cannot be read by this account \(EACCES\)/);
    assert.equal(denied('ENOENT'), null, 'the first start creates it');
    assert.equal(unreadableFolder(folder), null);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { code, checks } = await doctor('permissions', file);
    assert.equal(code, 1);
    assert.match(checks[0]?.detail ?? '', /\/file is not a folder: set DATA_DIR to one$/);
    assert.match(unreadableFolder(join(file, 'data'))?.detail ?? '', /is not a folder/);
  });
});

test('fails on a link to nothing and on what this account cannot write, and praises no folder that is missing', async () => {
  await withFolder(async (folder) => {
    const link = join(folder, 'link');
    symlinkSync(join(folder, 'not-mounted'), link);
    const { code, checks } = await doctor('permissions', link);
    assert.equal(code, 1);
    assert.equal(checks[0]?.detail, `${link} is a link to nothing: mount or create what it names, or set DATA_DIR`);
    assert.deepEqual((await doctor('permissions', join(folder, 'none'))).checks, []);
    const denied = (dataDir: string, path: string, systemCode: string) =>
      unwritableFolder(dataDir, (probed) => {
        if (probed === path) throw Object.assign(new Error(), { code: systemCode });
      })?.detail;
    const fix = 'run doctor with the account of the service, or change its owner';
    const database = join(folder, 'assay.db');
    assert.equal(unwritableFolder(folder), null);
    assert.equal(denied(folder, folder, 'EACCES'), `${folder} cannot be written by this account (EACCES): ${fix}`);
    assert.equal(
      denied(folder, folder, 'EROFS'),
      `${folder} cannot be written by this account (EROFS): its disk is mounted read-only`,
    );
    assert.equal(denied(folder, database, 'EACCES'), undefined, 'there is no database');
    writeFileSync(database, '');
    assert.equal(denied(folder, database, 'EACCES'), `${database} cannot be written by this account (EACCES): ${fix}`);
    assert.equal(
      denied(join(folder, 'a', 'b'), folder, 'EACCES'),
      `${folder} cannot be written by this account (EACCES): ${fix}; DATA_DIR ${join(folder, 'a', 'b')} cannot be created`,
    );
  });
});

test('fails when there is a log, but not the database that it belongs to', async () => {
  await withFolder(async (folder) => {
    const log = join(folder, 'assay.db-wal');
    writeFileSync(log, 'x');
    const { code, checks } = await doctor('storage', folder);
    assert.equal(code, 1);
    assert.equal(checks[0]?.status, 'failed');
    assert.match(checks[0]?.detail ?? '', /assay\.db is missing, but its log .*assay\.db-wal is there/);
    rmSync(log);
    assert.equal((await doctor('storage', folder)).checks[0]?.status, 'warning');
  });
});

test('does not call a key file invalid that it cannot read', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    assert.equal((await assay(['setup'], { dataDir })).code, 0);
    rmSync(join(dataDir, 'encryption-keys'));
    mkdirSync(join(dataDir, 'encryption-keys'));
    const { checks } = await doctor('secrets', dataDir);
    const file = join(dataDir, 'encryption-keys');
    assert.deepEqual(checks, [
      { name: 'secrets', status: 'failed', detail: `${file} cannot be read by this account (EISDIR)` },
    ]);
  });
});

test('warns of a live environment that accepts events from any web page', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    await assay(['setup'], { dataDir });
    const change = ['environments', 'update', 'live', '--public-risk', 'none', '--allowed-origins'];
    assert.equal((await assay([...change, ''], { dataDir })).code, 0);
    const [open] = (await doctor('live environments', dataDir)).checks;
    assert.match(open?.detail ?? '', /^env_\w+ \(Live\) accepts events from any web page: /);
    assert.equal((await assay([...change, 'https://shop.example'], { dataDir })).code, 0);
    assert.deepEqual((await doctor('live environments', dataDir)).checks, [
      {
        name: 'live environments',
        status: 'ok',
        detail: 'every live environment lists the origins of its browsers, and shows them no scores',
      },
    ]);
  });
});

test('warns when SQLite has no backup a day after the first start', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    await assay(['setup'], { dataDir });
    const statusOf = async () => (await doctor('backup', dataDir)).checks[0]?.status;
    assert.equal(await statusOf(), 'ok', 'there is little to lose yet');
    const connection = new SqliteConnection(join(dataDir, 'assay.db'), { readOnly: false });
    connection.exec('UPDATE organizations SET created_at = created_at - 2 * 86400000');
    connection.close();
    const [old] = (await doctor('backup', dataDir)).checks;
    assert.equal(old?.status, 'warning');
    assert.match(old?.detail ?? '', /^no backup was made .* on this machine: run backup FILE, unless another tool/);
    assert.equal((await assay(['backup', join(folder, 'backup.db')], { dataDir })).code, 0);
    assert.equal(await statusOf(), 'ok');
  });
});

test('names a damaged file in DATA_DIR, and goes on with the other checks', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    await assay(['setup'], { dataDir });
    for (const damaged of ['', '{', 'null', '[]', '{}']) {
      for (const name of ['first-run.json', 'last-backup.json']) writeFileSync(join(dataDir, name), damaged);
      const { code, stdout } = await assay(['doctor', '--json'], { dataDir });
      const { checks } = JSON.parse(stdout) as { checks: Check[] };
      const details = new Map(checks.map(({ name, status, detail }) => [name, `${status}: ${detail}`]));
      assert.equal(code, 0);
      assert.match(details.get('storage') ?? '', /^ok: /);
      assert.match(
        details.get('first run') ?? '',
        /^warning: .*first-run\.json is damaged or cannot be read, .*: delete it$/,
      );
      assert.match(
        details.get('backup') ?? '',
        /^warning: .*last-backup\.json is damaged or cannot be read: run backup FILE/,
      );
      const { code: usage, stderr } = await assay(['whoami'], { dataDir });
      assert.equal(usage, 2);
      assert.match(stderr, /^assay: .*first-run\.json is damaged or cannot be read, and keys .*: use --key\n$/);
    }
  });
});
