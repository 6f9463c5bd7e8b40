// Storage contract for secrets that must be readable again: endpoint secrets and TOTP secrets, encrypted at rest.

/** What owns an encrypted secret: a webhook endpoint or a member's second factor. Ciphertexts are bound to its id. */
export type EncryptedSecretKind = 'endpoint' | 'second_factor';

export interface EncryptedSecretStore {
  /** Stores a known text encrypted with the process's keys, unless one is stored already. Returns the stored proof. */
  saveKeyProof(encrypted: string): Promise<string>;
  /** The stored key proof, or null when no service has used the database yet. */
  keyProof(): Promise<string | null>;
  /** Replaces `from` with `to`; does nothing when the stored proof is no longer `from`. */
  replaceKeyProof(from: string, to: string): Promise<void>;
  /** Secrets encrypted with another key than `keyId`, by owner, at most `limit`: the work list of a key rotation. */
  encryptedWithOtherKey(
    kind: EncryptedSecretKind,
    keyId: string,
    limit: number,
  ): Promise<{ owner: string; encrypted: string }[]>;
  /** Replaces `from` with `to`; does nothing when the secret was replaced meanwhile. */
  replace(kind: EncryptedSecretKind, owner: string, from: string, to: string): Promise<void>;
}
