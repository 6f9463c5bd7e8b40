// Tests that maintenance goes through all rows, where there are more than it changes at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { newAuditEvent, operatorActor } from '../../src/flows/audit/audit-event.ts';
import type { Context } from '../../src/flows/context.ts';
import { applyRetention } from '../../src/flows/privacy/apply-retention.ts';
import { reencryptSecrets } from '../../src/flows/tenants/rotate-secrets.ts';
import { pruneDeliveries } from '../../src/flows/webhooks/prune-deliveries.ts';
import { DEFAULT_THRESHOLDS } from '../../src/policy/policy.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { announceTest } from '../../src/webhooks/announce.ts';
import { encryptSecret, NONCE_BYTES } from '../../src/webhooks/secret-encryption.ts';
import { contextOver } from '../context.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';
import { environment, eventKeys, NOON, id as newId, organization, writes } from '../storage/sample.ts';

const store = await openSqlite({ path: ':memory:' });
after(() => store.close());
const contextAt = (now: number): Context => contextOver(store, { clock: () => now });

/** Runs `work` as often as that, at once. */
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

function newEndpoint(environmentNumber: number, context: Context, limit: number): Promise<string> {
  const id = newId('endpoint');
  const health = { lastSuccessAt: null, lastFailureAt: null, consecutiveFailures: 0 };
  const settings = {
    url: 'https://receiver.example/',
    description: null,
    eventTypes: ['*'],
    status: 'active',
  } as const;
  const secret = encryptSecret('whsec_example', id, context.webhooks.keys, context.randomBytes(NONCE_BYTES));
  const created = { id, ...settings, ...health, createdAt: NOON, updatedAt: NOON };
  return store.webhooks.endpoints.create(environmentNumber, created, secret, limit).then(() => id);
}

/** An environment whose events are cleaned after a day. */
async function newLimitedEnvironment(): Promise<{ number: number; id: string }> {
  const home = organization();
  const limited = { ...environment(home.id), retentionDays: 1 };
  await store.tenants.createOrganization(home, [limited], [], { thresholds: DEFAULT_THRESHOLDS });
  return (await store.tenants.environment(limited.id)) ?? assert.fail();
}

/** Saves as many events, each from an address of its own. */
function saveEvents(environmentNumber: number, count: number): Promise<void> {
  const nobody = { accountKey: null, persistentId: null, fingerprint: null };
  return store.ingest(async (transaction) => {
    for (let n = 0; n < count; n += 1) {
      const event = { address: `198.51.${Math.floor(n / 250)}.${n % 250}` };
      await transaction.save(writes(eventKeys(environmentNumber, nobody), { event }));
    }
  });
}

test('retention cleans all events that are old enough', async () => {
  const { number, ...limited } = await newLimitedEnvironment();
  await saveEvents(number, 501);
  const reports = await applyRetention(contextAt(NOON + 2 * DAY));
  assert.deepEqual(reports, [{ environmentId: limited.id, cleanedEvents: 501 }]);
});

test('retention deletes all addresses of the network list that are old enough, in small batches', async () => {
  const { number } = await newLimitedEnvironment();
  await saveEvents(number, 201);
  assert.equal(await store.rollups.applyPending(number, 300), 201);
  const found: number[] = [];
  const rollups: Context['store']['rollups'] = {
    ...store.rollups,
    deleteNetworksBefore: async (environmentNumber, ...values) => {
      const count = await store.rollups.deleteNetworksBefore(environmentNumber, ...values);
      if (environmentNumber === number) found.push(count);
      return count;
    },
  };
  const context = contextAt(NOON + 2 * DAY);
  await applyRetention({ ...context, store: { ...store, rollups } });
  assert.deepEqual(found, [100, 100, 1]);
  assert.equal(await store.rollups.deleteNetworksBefore(number, NOON + 2 * DAY, 1), 0);
});

test('retention goes on after it has failed in one environment', async () => {
  const [failing, other] = [await newLimitedEnvironment(), await newLimitedEnvironment()];
  await saveEvents(other.number, 1);
  const privacy: Context['store']['privacy'] = {
    ...store.privacy,
    forgetResponses: async (number, ...values) => {
      if (number === failing.number) throw new Error('the database did not answer in time');
      return store.privacy.forgetResponses(number, ...values);
    },
  };
  const later = NOON + 2 * DAY;
  await assert.rejects(applyRetention({ ...contextAt(later), store: { ...store, privacy } }), /did not answer in time/);
  assert.equal((await store.privacy.forgetBefore(other.number, later, 1)).passed, 0, 'it was cleaned');
});

test('all deliveries of deleted endpoints are cancelled, and all finished ones removed', async () => {
  const { number } = await newEnvironment(store);
  const context = contextAt(NOON);
  const { queue } = store.webhooks;
  await times(1_001, () => queue.enqueue(number, announceTest('whe_deleted', context.newId, NOON), NOON));
  assert.deepEqual(await pruneDeliveries(contextAt(NOON + 2 * DAY), DAY), { cancelled: 1_001, removed: 1_001 });
});

test('all deliveries that a clock has planned far ahead are brought forward', async () => {
  const { number } = await newEnvironment(store);
  const context = contextAt(NOON);
  const endpoint = await newEndpoint(number, context, 1);
  const { log, queue } = store.webhooks;
  await times(501, () => queue.enqueue(number, announceTest(endpoint, context.newId, NOON), NOON + DAY));
  await pruneDeliveries(context, DAY);
  const page = { from: null, limit: 1_000 };
  const planned = await log.list(number, endpoint, { statuses: [], types: [] }, page);
  assert.deepEqual([planned.length, planned.filter(({ nextAttemptAt }) => nextAttemptAt !== NOON).length], [501, 0]);
});

test('all secrets are encrypted with a new first key', async () => {
  const { number } = await newEnvironment(store);
  const context = contextAt(NOON);
  const before = await reencryptSecrets(context);
  assert.equal(before, 0);
  await times(201, () => newEndpoint(number, context, 1_000));
  const key = { id: 'k2', key: context.randomBytes(32) };
  const webhooks = { ...context.webhooks, keys: [key, ...context.webhooks.keys] as const };
  const { length: endpoints } = await store.encryptedSecrets.encryptedWithOtherKey('endpoint', 'k2', 1_000);
  assert.ok(endpoints > 200);
  assert.equal(await reencryptSecrets({ ...context, webhooks }), endpoints);
});

test('an audit log is verified from its first to its last entry', async () => {
  const { organizationId } = await newEnvironment(store);
  const context = contextAt(NOON);
  const actor = operatorActor(organizationId, 'operator');
  const target = { type: 'member', id: 'usr_1' };
  const change = { action: 'member.removed', target, before: null, after: null } as const;
  for (let n = 0; n < 1_001; n += 1) await store.audit.append(newAuditEvent(context, actor, change));
  const report = await store.audit.verify(organizationId, auditSigner(context.webhooks.keys));
  assert.deepEqual(report, { entries: 1_001, broken: null });
});
