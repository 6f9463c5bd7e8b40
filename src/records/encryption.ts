// The written contract for secrets at rest that must be readable again: which key sealed them, and sealing them anew.

/** What is sealed, each bound to the id of its owner: the endpoint, or the member. */
export type EncryptedSecretKind = 'endpoint' | 'second_factor';

export interface EncryptedSecretStore {
  /** Keeps a proof of the keys unless one is kept; returns the one that is kept. */
  keepProof(sealed: string): Promise<string>;
  /** The proof that is kept, or null in a database that no service has used yet. */
  proof(): Promise<string | null>;
  /** Replaces `from` by `to` unless somebody else was faster. */
  replaceProof(from: string, to: string): Promise<void>;
  /** Secrets that another key than `keyId` sealed, at most `limit`: work for a change of key. */
  encryptedWithOtherKey(
    kind: EncryptedSecretKind,
    keyId: string,
    limit: number,
  ): Promise<{ owner: string; sealed: string }[]>;
  /** Replaces `from` by `to` unless the secret was replaced meanwhile. */
  replace(kind: EncryptedSecretKind, owner: string, from: string, to: string): Promise<void>;
}
