// Secrets at rest that must be read again, those of endpoints and of second factors: AES-256-GCM with named keys, so that the key can be changed without losing a secret.
import { createCipheriv, createDecipheriv } from 'node:crypto';

/** A key of the operator. The first of a ring seals; all of them open. */
export interface EncryptionKey {
  id: string;
  /** 32 bytes. */
  key: Uint8Array;
}
export type KeyRing = readonly [EncryptionKey, ...EncryptionKey[]];

export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * `v1.<key id>.<base64url of nonce, ciphertext and tag>`. `owner` (the id of the endpoint or member) is bound into the seal, so that a
 * sealed secret moved to another row does not open. The nonce is 12 random bytes, never used twice under one key.
 */
export function encryptSecret(secret: string, owner: string, ring: KeyRing, nonce: Uint8Array): string {
  const [{ id, key }] = ring;
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`A nonce has ${NONCE_BYTES} bytes`);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1.${id}.${sealed.toString('base64url')}`;
}

/** The secret. Throws when the key is not in the ring or the seal is broken: never runs on with a wrong secret. */
export function decryptSecret(sealed: string, owner: string, ring: KeyRing): string {
  const keyId = encryptionKeyId(sealed);
  const found = ring.find(({ id }) => id === keyId);
  if (found === undefined) throw new Error(`A secret is sealed with key "${keyId}", which is not configured`);
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('A sealed secret is too short');
  const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** The id of the key that sealed it. Key ids hold no dot. */
export function encryptionKeyId(sealed: string): string {
  const [version, keyId, , ...rest] = sealed.split('.');
  if (version !== 'v1' || keyId === undefined || rest.length > 0) throw new Error('A secret is not sealed as v1');
  return keyId;
}
