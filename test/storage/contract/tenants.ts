// Contract: organizations, environments, API keys and first policies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_THRESHOLDS } from '../../../src/policy/policy.ts';
import { environment, id, key, NOON, organization } from '../sample.ts';
import { type EngineUnderTest, newEnvironment } from './engine-under-test.ts';

const DEFAULTS = { thresholds: DEFAULT_THRESHOLDS };

export function tenantsContract(engine: EngineUnderTest): void {
  const { tenants } = engine.store;

  test('creates an organization with environments, first policies and keys', async () => {
    const owner = organization();
    const live = environment(owner.id, { kind: 'live', name: 'Prod ✓', publicRisk: 'none', retentionDays: 90 });
    const trial = environment(owner.id, { allowedOrigins: ['https://a.example', 'https://b.example'] });
    const keys = [key(live.id), key(trial.id, { kind: 'public', name: '' })];
    await tenants.createOrganization(owner, [live, trial], keys, DEFAULTS);

    assert.deepEqual(
      (await tenants.organizations()).find(({ id }) => id === owner.id),
      owner,
    );
    const stored = await tenants.environments(owner.id);
    assert.deepEqual(
      stored.map(({ number: _, ...rest }) => rest),
      [live, trial].map((created) => ({ ...created, policyVersion: 1, webhooksVersion: 1 })),
    );
    assert.ok((stored[0]?.number ?? 0) < (stored[1]?.number ?? 0), 'numbers rise in order of creation');
    assert.deepEqual(await tenants.environment(trial.id), stored[1]);
    const everyone = await tenants.environments(null);
    assert.ok(stored.every((one) => everyone.some((other) => other.id === one.id)));
    for (const one of stored) {
      assert.deepEqual(await tenants.policy(one.number, 1), { version: 1, thresholds: DEFAULT_THRESHOLDS, rules: [] });
      assert.equal(await tenants.policy(one.number, 2), null);
    }
  });

  test('creates nothing when part of an organization fails', async () => {
    const owner = organization();
    const created = environment(owner.id);
    const foreign = key(id('environment'));
    await assert.rejects(tenants.createOrganization(owner, [created], [foreign], DEFAULTS));
    assert.equal(await tenants.environment(created.id), null);
    assert.ok(!(await tenants.organizations()).some(({ id }) => id === owner.id));
    assert.equal(await tenants.findKey(foreign.digest), null);
  });

  test('finds a key by its digest until it is revoked', async () => {
    const home = await newEnvironment(engine.store);
    const { digest, ...created } = key(home.id, { name: 'müller' });
    await tenants.createKey({ ...created, digest });
    assert.deepEqual(await tenants.findKey(digest), { key: created, environment: home });
    assert.deepEqual(await tenants.keys(home.id), [created]);

    await tenants.touchKey(created.id, NOON + 1);
    assert.equal((await tenants.findKey(digest))?.key.lastUsedAt, NOON + 1);

    assert.equal(await tenants.revokeKey(created.id, NOON + 2), true);
    assert.equal(await tenants.revokeKey(created.id, NOON + 3), false, 'revoked once');
    assert.equal(await tenants.findKey(digest), null);
    assert.deepEqual(await tenants.keys(home.id), [{ ...created, lastUsedAt: NOON + 1, revokedAt: NOON + 2 }]);
  });

  test('returns null or an empty list for unknown ids', async () => {
    assert.equal(await tenants.findKey('0'.repeat(64)), null);
    assert.equal(await tenants.environment(id('environment')), null);
    assert.deepEqual(await tenants.environments(id('organization')), []);
    assert.deepEqual(await tenants.keys(id('environment')), []);
    assert.equal(await tenants.revokeKey(id('key'), NOON), false);
    assert.equal(await tenants.policy(2 ** 40, 1), null);
    await assert.rejects(tenants.createKey(key(id('environment'))));
  });

  test('rejects a second key with the same digest', async () => {
    const home = await newEnvironment(engine.store);
    const created = key(home.id);
    await tenants.createKey(created);
    await assert.rejects(tenants.createKey({ ...created, id: id('key') }));
    assert.equal((await tenants.keys(home.id)).length, 1);
  });

  // An in-memory database cannot be reached from outside its store.
  const { console } = engine;
  if (console !== null)
    test('rejects edits and deletion of policy versions', async () => {
      const home = await newEnvironment(engine.store);
      const where = `WHERE environment_id = ${home.number}`;
      await assert.rejects(console(`UPDATE policies SET rules = '[1]' ${where}`), /never edited/);
      await assert.rejects(console(`DELETE FROM policies ${where}`), /never .*deleted/);
    });
}
