// The encryption keys of an installation, as listed in ASSAY_ENCRYPTION_KEYS or the key file.

/** A key of the operator. The first of a ring encrypts and signs; all of them decrypt and verify. */
export interface EncryptionKey {
  id: string;
  /** 32 bytes. */
  key: Uint8Array;
}
export type KeyRing = readonly [EncryptionKey, ...EncryptionKey[]];
