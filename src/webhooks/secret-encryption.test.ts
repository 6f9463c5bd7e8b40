// Secrets at rest: sealed, bound to their owner, and readable through a change of key.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { decryptSecret, encryptionKeyId, encryptSecret, type KeyRing, NONCE_BYTES } from './secret-encryption.ts';

const old = { id: 'k1', key: randomBytes(32) };
const current = { id: 'k2', key: randomBytes(32) };
const nonce = () => randomBytes(NONCE_BYTES);

it('opens what it sealed, and shows nothing of it', () => {
  const sealed = encryptSecret('whsec_grün', 'whe_1', [old], nonce());
  assert.equal(decryptSecret(sealed, 'whe_1', [old]), 'whsec_grün');
  assert.ok(!sealed.includes('whsec'));
  assert.notEqual(sealed, encryptSecret('whsec_grün', 'whe_1', [old], nonce()));
});

it('opens under an older key of the ring and seals under the first', () => {
  const sealed = encryptSecret('whsec_a', 'whe_1', [old], nonce());
  const ring: KeyRing = [current, old];
  assert.equal(decryptSecret(sealed, 'whe_1', ring), 'whsec_a');
  assert.equal(encryptionKeyId(encryptSecret('whsec_a', 'whe_1', ring, nonce())), 'k2');
});

it('refuses another owner, another key, a missing key and any changed byte', () => {
  const sealed = encryptSecret('whsec_a', 'whe_1', [old], nonce());
  assert.throws(() => decryptSecret(sealed, 'whe_2', [old]));
  assert.throws(() => decryptSecret(sealed, 'whe_1', [{ id: 'k1', key: current.key }]));
  assert.throws(() => decryptSecret(sealed, 'whe_1', [current]), /"k1", which is not configured/);
  const bytes = Buffer.from(sealed.slice(6), 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    assert.throws(() => decryptSecret(`v1.k1.${changed.toString('base64url')}`, 'whe_1', [old]), `byte ${i}`);
  }
  for (const broken of ['', 'v1.k1.', 'v1.k1.AAAA', 'v2.k1.AAAA', 'v1.k1.AAAA.AAAA', 'whsec_plain']) {
    assert.throws(() => decryptSecret(broken, 'whe_1', [old]), broken);
  }
});
