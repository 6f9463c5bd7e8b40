// Storage contract for secrets that must be readable again: endpoint secrets, TOTP secrets and alert URLs, encrypted at rest.

/** What owns an encrypted secret. Ciphertexts are bound to the owner's id. */
export const ENCRYPTED_SECRET_KINDS = ['endpoint', 'second_factor', 'alert_channel'] as const;
export type EncryptedSecretKind = (typeof ENCRYPTED_SECRET_KINDS)[number];

export interface EncryptedSecretStore {
  /** Encrypts and stores a known text with the process's keys, unless a proof is stored already. Returns the stored proof. */
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
