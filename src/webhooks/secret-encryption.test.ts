// Tests secrets at rest: encrypted, bound to their owner, and readable across key rotation.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { KeyRing } from '../vocabulary/key-ring.ts';
import { decryptSecret, encryptionKeyId, encryptSecret, NONCE_BYTES } from './secret-encryption.ts';

const old = { id: 'k1', key: randomBytes(32) };
const current = { id: 'k2', key: randomBytes(32) };
const nonce = () => randomBytes(NONCE_BYTES);

test('decrypts what it encrypted, and the ciphertext reveals nothing', () => {
  const encrypted = encryptSecret('whsec_grün', 'whe_1', [old], nonce());
  assert.equal(decryptSecret(encrypted, 'whe_1', [old]), 'whsec_grün');
  assert.ok(!encrypted.includes('whsec'));
  assert.notEqual(encrypted, encryptSecret('whsec_grün', 'whe_1', [old], nonce()));
});

test('decrypts with an older key of the ring and encrypts with the first', () => {
  const encrypted = encryptSecret('whsec_a', 'whe_1', [old], nonce());
  const ring: KeyRing = [current, old];
  assert.equal(decryptSecret(encrypted, 'whe_1', ring), 'whsec_a');
  assert.equal(encryptionKeyId(encryptSecret('whsec_a', 'whe_1', ring, nonce())), 'k2');
});

test('rejects another owner, another key, a missing key and any changed byte', () => {
  const encrypted = encryptSecret('whsec_a', 'whe_1', [old], nonce());
  assert.throws(() => decryptSecret(encrypted, 'whe_2', [old]));
  assert.throws(() => decryptSecret(encrypted, 'whe_1', [{ id: 'k1', key: current.key }]));
  assert.throws(() => decryptSecret(encrypted, 'whe_1', [current]), /"k1", which is not configured/);
  const bytes = Buffer.from(encrypted.slice(6), 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    assert.throws(() => decryptSecret(`v1.k1.${changed.toString('base64url')}`, 'whe_1', [old]), `byte ${i}`);
  }
  for (const broken of ['', 'v1.k1.', 'v1.k1.AAAA', 'v2.k1.AAAA', 'v1.k1.AAAA.AAAA', 'whsec_plain']) {
    assert.throws(() => decryptSecret(broken, 'whe_1', [old]), broken);
  }
});
