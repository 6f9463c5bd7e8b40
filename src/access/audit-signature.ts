// Signs the head of an audit log with a key that is not in the database: write access to the database is not enough to forge it.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { EncryptionKey, KeyRing } from '../vocabulary/key-ring.ts';

/** The newest entry of an organization's audit log; its hash covers all entries before it. */
export interface AuditHead {
  organizationId: string;
  sequence: number;
  /** SHA-256, hex. */
  hash: string;
}

export interface AuditSigner {
  /** `v1.<key id>.<base64url of an HMAC-SHA256>`, with a key derived from the first encryption key. */
  sign(head: AuditHead): string;
  /** Whether one of the keys made this signature for this head. */
  isValid(head: AuditHead, signature: string | null): boolean;
}

/** Keys are derived (HKDF, RFC 5869), so that no signature reveals anything about the key that encrypts secrets. */
export function auditSigner(keys: KeyRing): AuditSigner {
  return {
    sign: (head) => signWith(keys[0], head),
    isValid: (head, signature) => signature !== null && keys.some((key) => isEqual(signWith(key, head), signature)),
  };
}

/** The id of the key that made the signature. */
export function signatureKeyId(signature: string): string {
  return signature.split('.')[1] ?? '';
}

function signWith({ id, key }: EncryptionKey, { organizationId, sequence, hash }: AuditHead): string {
  const derived = new Uint8Array(hkdfSync('sha256', key, '', 'assay audit log', 32));
  const mac = createHmac('sha256', derived)
    .update(JSON.stringify([organizationId, sequence, hash]))
    .digest('base64url');
  return `v1.${id}.${mac}`;
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
