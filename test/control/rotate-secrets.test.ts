// Encryption keys: rejects a process whose keys do not match the database, and re-encrypts all secrets with a new key.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Context } from '../../src/flows/context.ts';
import { reencryptSecrets, verifyEncryptionKeys } from '../../src/flows/tenants/rotate-secrets.ts';
import type { KeyRing } from '../../src/vocabulary/key-ring.ts';
import { decryptSecret, encryptionKeyId, encryptSecret } from '../../src/webhooks/secret-encryption.ts';
import { contextOver } from '../context.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const k1 = key('k1');
const k2 = key('k2');

await onBothEngines(async ({ store }) => {
  const withKeys = (...keys: KeyRing): Context => {
    const context = contextOver(store);
    const { targetRules, resolveHost } = context.webhooks;
    return { ...context, webhooks: { targetRules, resolveHost, keys } };
  };
  const server = await startTestServer({ store });
  const { id: environmentId, organizationId } = server.environments.test;
  const request = memberClient(server);

  test('accepts one of several processes with different keys, and then only its keys', async () => {
    const rings = [[k1], [key('k1')], [key('k1')]] as const;
    const started = await Promise.allSettled(rings.map((keys) => verifyEncryptionKeys(withKeys(...keys))));
    const [winner] = started.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : []));
    assert.equal(started.filter(({ status }) => status === 'fulfilled').length, 1);
    await store.encryptedSecrets.replaceKeyProof(
      (await store.encryptedSecrets.keyProof()) ?? '',
      encryptSecret('assay', 'encryption keys', [k1], randomBytes(12)),
    );
    assert.ok(winner !== undefined);
    await verifyEncryptionKeys(withKeys(k1));
    await assert.rejects(reencryptSecrets(withKeys(k2)), /ASSAY_ENCRYPTION_KEYS to the same value on all processes/);
    await assert.rejects(reencryptSecrets(withKeys(key('k1'))), /ASSAY_ENCRYPTION_KEYS/);
  });

  test('re-encrypts all secrets with a new first key, so that the old key can be removed', async () => {
    const created = await request('POST', `/v1/environments/${environmentId}/webhooks`, { url: 'http://127.0.0.1:9/' });
    const endpoint = created.json().data.id;
    const member = (await store.members.list(organizationId))[0]?.id ?? '';
    const { encryptedSecrets, secondFactors, webhooks } = store;
    const [stored] = await encryptedSecrets.encryptedWithOtherKey('endpoint', '.', 10);
    await encryptedSecrets.replace(
      'endpoint',
      endpoint,
      stored?.encrypted ?? '',
      encryptSecret('whsec_example', endpoint, [k1], randomBytes(12)),
    );
    await secondFactors.begin(member, encryptSecret('TOTPSECRET', member, [k1], randomBytes(12)), 1);

    assert.equal(await reencryptSecrets(withKeys(k1)), 0);
    assert.equal(await reencryptSecrets(withKeys(k2, k1)), 2);
    assert.equal(await reencryptSecrets(withKeys(k2)), 0);
    const [secret] = await encryptedSecrets.encryptedWithOtherKey('endpoint', '.', 10);
    assert.equal(decryptSecret(secret?.encrypted ?? '', endpoint, [k2]), 'whsec_example');
    const factor = (await secondFactors.find(member))?.encryptedSecret ?? '';
    assert.deepEqual([encryptionKeyId(factor), decryptSecret(factor, member, [k2])], ['k2', 'TOTPSECRET']);
    await assert.rejects(reencryptSecrets(withKeys(k1)), /ASSAY_ENCRYPTION_KEYS/);

    // A secret that was rotated during re-encryption is not overwritten.
    const environmentNumber = server.environments.test.number;
    await webhooks.endpoints.replaceSecret(environmentNumber, endpoint, 'v1.k2.rotated', 2);
    await encryptedSecrets.replace('endpoint', endpoint, secret?.encrypted ?? '', 'v1.k2.late');
    assert.equal((await encryptedSecrets.encryptedWithOtherKey('endpoint', '.', 10))[0]?.encrypted, 'v1.k2.rotated');
    assert.deepEqual(await encryptedSecrets.encryptedWithOtherKey('endpoint', 'k2', 10), []);
    assert.equal((await encryptedSecrets.encryptedWithOtherKey('endpoint', 'k', 10)).length, 1, 'k is not k2');
  });

  test('starts invitation links with the configured URL', async () => {
    const configured = await startTestServer({ store, options: { publicUrl: 'https://assay.example' } });
    const body = { email: `link.${organizationId}@shop.example`, role: 'viewer' };
    const { invitation_url: url, invitation_token: token } = (
      await memberClient(configured)('POST', '/v1/members', body)
    ).json().data;
    assert.equal(url, `https://assay.example/#/invitation?token=${token}`);
    const unconfigured = (await request('POST', '/v1/members', { ...body, email: `local.${body.email}` })).json().data;
    assert.ok(unconfigured.invitation_url.startsWith('http://127.0.0.1:'), unconfigured.invitation_url);
  });
});
