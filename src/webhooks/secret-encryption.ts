// Encrypts secrets that must be read again (webhook endpoints, second factors): AES-256-GCM with named keys for key rotation.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { KeyRing } from '../vocabulary/key-ring.ts';

export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Returns `v1.<key id>.<base64url of nonce, ciphertext and tag>`. `owner` (the id of the endpoint or member) is
 * authenticated, so that an encrypted secret copied to another row does not decrypt. The nonce is 12 random bytes, never
 * used twice with one key.
 */
export function encryptSecret(secret: string, owner: string, ring: KeyRing, nonce: Uint8Array): string {
  const [{ id, key }] = ring;
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`A nonce has ${NONCE_BYTES} bytes`);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1.${id}.${encrypted.toString('base64url')}`;
}

/** The secret. Throws when the key is not in the ring or authentication fails; never returns a wrong secret. */
export function decryptSecret(encrypted: string, owner: string, ring: KeyRing): string {
  const keyId = encryptionKeyId(encrypted);
  const found = ring.find(({ id }) => id === keyId);
  if (found === undefined) throw new Error(`A secret is encrypted with key "${keyId}", which is not configured`);
  const bytes = Buffer.from(encrypted.slice(encrypted.lastIndexOf('.') + 1), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('An encrypted secret is too short');
  const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** The id of the key that encrypted the secret. Key ids contain no dot. */
export function encryptionKeyId(encrypted: string): string {
  const [version, keyId, , ...rest] = encrypted.split('.');
  if (version !== 'v1' || keyId === undefined || rest.length > 0)
    throw new Error('A secret is not encrypted in the v1 format');
  return keyId;
}
