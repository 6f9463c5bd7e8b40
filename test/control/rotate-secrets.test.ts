// Encryption keys: a process with other keys than the database is refused, and a new key takes over every secret.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Context } from '../../src/flows/context.ts';
import { reencryptSecrets, verifyEncryptionKeys } from '../../src/flows/tenants/rotate-secrets.ts';
import { decryptSecret, encryptionKeyId, encryptSecret, type KeyRing } from '../../src/webhooks/secret-encryption.ts';
import { contextOver } from '../context.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { asker } from './asking.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const k1 = key('k1');
const k2 = key('k2');

await onBothEngines(async ({ store }) => {
  const withKeys = (...keys: KeyRing): Context => {
    const context = contextOver(store);
    const { targetRules, resolveHost } = context.webhooks;
    return { ...context, webhooks: { targetRules, resolveHost, keys } };
  };
  const door = await startTestServer({ store });
  const { id: environmentId, organizationId } = door.environments.test;
  const ask = asker(door);

  test('of processes that begin one database with different keys, one is let in, and then only its keys', async () => {
    const rings = [[k1], [key('k1')], [key('k1')]] as const;
    const begun = await Promise.allSettled(rings.map((keys) => verifyEncryptionKeys(withKeys(...keys))));
    const [winner] = begun.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : []));
    assert.equal(begun.filter(({ status }) => status === 'fulfilled').length, 1);
    await store.encryptedSecrets.replaceProof(
      (await store.encryptedSecrets.proof()) ?? '',
      encryptSecret('assay', 'encryption keys', [k1], randomBytes(12)),
    );
    assert.ok(winner !== undefined);
    await verifyEncryptionKeys(withKeys(k1));
    await assert.rejects(reencryptSecrets(withKeys(k2)), /ASSAY_ENCRYPTION_KEYS to the same value on all processes/);
    await assert.rejects(reencryptSecrets(withKeys(key('k1'))), /ASSAY_ENCRYPTION_KEYS/);
  });

  test('a new key in front seals endpoints, second factors and the proof anew; the old one can go', async () => {
    const made = await ask('POST', `/v1/environments/${environmentId}/webhooks`, { url: 'http://127.0.0.1:9/' });
    const endpoint = made.json().data.id;
    const member = (await store.members.list(organizationId))[0]?.id ?? '';
    const { encryptedSecrets, secondFactors, webhooks } = store;
    const [kept] = await encryptedSecrets.encryptedWithOtherKey('endpoint', '.', 10);
    await encryptedSecrets.replace(
      'endpoint',
      endpoint,
      kept?.sealed ?? '',
      encryptSecret('whsec_mine', endpoint, [k1], randomBytes(12)),
    );
    await secondFactors.begin(member, encryptSecret('TOTPSECRET', member, [k1], randomBytes(12)), 1);

    assert.equal(await reencryptSecrets(withKeys(k1)), 0);
    assert.equal(await reencryptSecrets(withKeys(k2, k1)), 2);
    assert.equal(await reencryptSecrets(withKeys(k2)), 0);
    const [secret] = await encryptedSecrets.encryptedWithOtherKey('endpoint', '.', 10);
    assert.equal(decryptSecret(secret?.sealed ?? '', endpoint, [k2]), 'whsec_mine');
    const factor = (await secondFactors.find(member))?.sealedSecret ?? '';
    assert.deepEqual([encryptionKeyId(factor), decryptSecret(factor, member, [k2])], ['k2', 'TOTPSECRET']);
    await assert.rejects(reencryptSecrets(withKeys(k1)), /ASSAY_ENCRYPTION_KEYS/);

    // A secret that was rotated while it was being sealed anew stays as it is.
    const environment = door.environments.test.number;
    await webhooks.endpoints.replaceSecret(environment, endpoint, 'v1.k2.rotated', 2);
    await encryptedSecrets.replace('endpoint', endpoint, secret?.sealed ?? '', 'v1.k2.late');
    assert.equal((await encryptedSecrets.encryptedWithOtherKey('endpoint', '.', 10))[0]?.sealed, 'v1.k2.rotated');
    assert.deepEqual(await encryptedSecrets.encryptedWithOtherKey('endpoint', 'k2', 10), []);
    assert.equal(
      (await encryptedSecrets.encryptedWithOtherKey('endpoint', 'k', 10)).length,
      1,
      'k is another key than k2',
    );
  });

  test('a link begins with the configured address', async () => {
    const named = await startTestServer({ store, options: { publicUrl: 'https://assay.example' } });
    const body = { email: `link.${organizationId}@shop.example`, role: 'viewer' };
    const { invitation_url: url, invitation_token: token } = (await asker(named)('POST', '/v1/members', body)).json()
      .data;
    assert.equal(url, `https://assay.example/#/invitation?token=${token}`);
    const here = (await ask('POST', '/v1/members', { ...body, email: `here.${body.email}` })).json().data;
    assert.ok(here.invitation_url.startsWith('http://localhost'), here.invitation_url);
  });
});
