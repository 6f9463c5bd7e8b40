// Tests that the first start creates one organization whose values survive a crash at any time, even with concurrent processes.
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { verify } from '@node-rs/argon2';
import { credentialDigest } from '../../src/access/credential.ts';
import { firstRun } from '../../src/cli/first-run.ts';
import { composeContext } from '../../src/compose/context.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Context } from '../../src/flows/context.ts';
import { planSetup, type SetupValues } from '../../src/flows/tenants/set-up.ts';
import { DEFAULT_THRESHOLDS } from '../../src/policy/policy.ts';
import { openStore } from '../../src/storage/open.ts';
import { freshDatabase } from '../postgres.ts';
import { withFolder } from './run-cli.ts';

const BASE = 'http://127.0.0.1:8080';
const NO_FILTER = { actions: [], actorId: null, environmentId: null, targetId: null, from: null, to: null };

async function withStore<T>(
  databaseUrl: string | null,
  dataDir: string,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const store = await openStore({ databaseUrl, dataDir });
  try {
    return await work(composeContext(store, loadConfig({})));
  } finally {
    await store.close();
  }
}

/** Asserts that the keys and the login of these values work. */
async function assertUsable({ store }: Context, values: SetupValues): Promise<void> {
  for (const kind of ['test', 'live'] as const) {
    const { id, public_key, secret_key } = values.environments[kind];
    for (const [keyKind, key] of [
      ['public', public_key],
      ['secret', secret_key],
    ] as const) {
      const found = await store.tenants.findKey(credentialDigest(key));
      assert.deepEqual([found?.environment.id, found?.environment.kind, found?.key.kind], [id, kind, keyKind]);
      assert.equal(found?.key.lastFour, key.slice(-4));
      assert.deepEqual((await store.tenants.policy(found?.environment.number ?? 0, 1))?.thresholds, DEFAULT_THRESHOLDS);
    }
  }
  const [owner] = await store.members.findByEmail(values.owner.email);
  assert.equal(owner?.member.organizationId, values.organization_id);
  assert.ok(await verify(owner?.passwordHash ?? '', values.owner.password ?? ''));
}

test('returns the values once and stores them in an owner-only first-run.json', async () => {
  await withFolder((dataDir) =>
    withStore(null, dataDir, async (context) => {
      const values = await firstRun(context, dataDir, BASE);
      assert.ok(values !== null);
      await assertUsable(context, values);
      const file = join(dataDir, 'first-run.json');
      assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), values);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.equal(await firstRun(context, dataDir, BASE), null);
      const trail = await context.store.audit.list(values.organization_id, NO_FILTER, { limit: 10, from: null });
      assert.deepEqual(
        trail.map(({ action, actor }) => [action, actor.type]),
        [
          ['member.created', 'cli'],
          ['organization.created', 'cli'],
        ],
      );
      for (const { secret_key: key } of Object.values(values.environments)) {
        assert.ok(!JSON.stringify(trail).includes(key));
      }
    }),
  );
});

test('discards the plan after a crash before the commit', async () => {
  await withFolder((dataDir) =>
    withStore(null, dataDir, async (context) => {
      const lost = planSetup(context, { name: 'Lost', email: 'owner@assay.local', baseUrl: BASE });
      writeFileSync(join(dataDir, 'first-run.json.unfinished'), JSON.stringify(lost));
      const values = await firstRun(context, dataDir, BASE);
      assert.ok(values !== null && values.organization_id !== lost.organization.id);
      await assertUsable(context, values);
      assert.ok(!existsSync(join(dataDir, 'first-run.json.unfinished')));
    }),
  );
});

test('completes the setup with the same keys after a crash behind the commit', async () => {
  await withFolder((dataDir) =>
    withStore(null, dataDir, async (context) => {
      const plan = planSetup(context, { name: 'Committed', email: 'owner@assay.local', baseUrl: BASE });
      const unfinished = join(dataDir, 'first-run.json.unfinished');
      writeFileSync(unfinished, JSON.stringify(plan));
      const { organization, environments, keys } = plan;
      await context.store.tenants.createOrganization(organization, environments, keys, {
        thresholds: DEFAULT_THRESHOLDS,
      });
      const values = await firstRun(context, dataDir, BASE);
      assert.deepEqual(values, plan.values);
      await assertUsable(context, plan.values);
      // Repeated as if the crash had happened just before the unfinished file was removed.
      renameSync(join(dataDir, 'first-run.json'), join(dataDir, 'elsewhere.json'));
      writeFileSync(unfinished, JSON.stringify(plan));
      assert.deepEqual(await firstRun(context, dataDir, BASE), plan.values);
      assert.equal((await context.store.tenants.organizations()).length, 1);
    }),
  );
});

test('a first-run.json that cannot be written is named, leaves no other file with keys, and is written by the next start', async () => {
  await withFolder((dataDir) =>
    withStore(null, dataDir, async (context) => {
      const file = join(dataDir, 'first-run.json');
      mkdirSync(file);
      const message = `${file} cannot be written: it is a folder (EISDIR)`;
      await assert.rejects(firstRun(context, dataDir, BASE), { message });
      assert.deepEqual(
        readdirSync(dataDir).filter((name) => name.startsWith('first-run')),
        ['first-run.json', 'first-run.json.unfinished'],
      );
      rmdirSync(file);
      const values = await firstRun(context, dataDir, BASE);
      assert.ok(values !== null);
      await assertUsable(context, values);
    }),
  );
});

test('an unfinished file without a plan is named', async () => {
  await withFolder((dataDir) =>
    withStore(null, dataDir, async (context) => {
      const file = join(dataDir, 'first-run.json.unfinished');
      for (const text of ['', '{"organization":', 'null', '{}', '{"organization":{"id":"org_1"}}']) {
        writeFileSync(file, text);
        const message = `${file} cannot be read as the plan of a first start: it is damaged; move it away`;
        await assert.rejects(firstRun(context, dataDir, BASE), { message }, text);
        assert.equal(readFileSync(file, 'utf8'), text, 'is not changed');
      }
      renameSync(file, join(dataDir, 'damaged'));
      mkdirSync(file);
      await assert.rejects(firstRun(context, dataDir, BASE), {
        message: /unfinished .* it is a folder \(EISDIR\); move/,
      });
    }),
  );
});

test('creates one organization when processes start together on one PostgreSQL', async () => {
  const database = await freshDatabase();
  try {
    const starts = [1, 2, 3, 4].map(() =>
      withFolder((dataDir) => withStore(database.url, dataDir, (context) => firstRun(context, dataDir, BASE))),
    );
    const created = (await Promise.all(starts)).filter((values) => values !== null);
    assert.equal(created.length, 1);
    await withFolder((dataDir) =>
      withStore(database.url, dataDir, async (context) => {
        assert.equal((await context.store.tenants.organizations()).length, 1);
        await assertUsable(context, created[0] as SetupValues);
      }),
    );
  } finally {
    await database.drop();
  }
});
