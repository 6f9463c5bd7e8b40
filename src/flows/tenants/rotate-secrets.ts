// Checks at startup that this process has the database's encryption keys, and re-encrypts all secrets with the first key.
import { ENCRYPTED_SECRET_KINDS, type EncryptedSecretKind } from '../../records/encrypted-secrets.ts';
import type { KeyRing } from '../../vocabulary/key-ring.ts';
import { decryptSecret, encryptSecret, NONCE_BYTES } from '../../webhooks/secret-encryption.ts';
import { signHeads } from '../audit/sign-heads.ts';
import type { Context } from '../context.ts';

const BATCH = 200;
/** Matches no key, because key ids contain no dot: every secret is "encrypted with another key" than this one. */
const NO_KEY = '.';
/**
 * The first process encrypts this word. A process that cannot decrypt it has different keys. Proofs of versions without audit
 * signatures contain another word.
 */
const PROOF = { word: 'assay, signed', owner: 'encryption keys' } as const;

/** The secrets in the database are encrypted with keys that this process does not have. */
export class WrongEncryptionKeys extends Error {}

/**
 * Stores a proof of the keys in a new database, or checks the keys against the stored proof. Without this check, two
 * processes with different keys could not read each other's secrets and would sign webhooks differently. Returns the word
 * in the proof.
 * @throws WrongEncryptionKeys when the keys do not match; the message explains what to do.
 */
export async function verifyEncryptionKeys({ store, webhooks, randomBytes }: Context): Promise<string> {
  const proof = encryptSecret(PROOF.word, PROOF.owner, webhooks.keys, randomBytes(NONCE_BYTES));
  return verifyKeyProof(await store.encryptedSecrets.saveKeyProof(proof), webhooks.keys);
}

/** The word in the proof. @throws WrongEncryptionKeys when none of the keys decrypts `proof`. */
export function verifyKeyProof(proof: string, keys: KeyRing): string {
  try {
    return decryptSecret(proof, PROOF.owner, keys);
  } catch {
    throw new WrongEncryptionKeys(
      'the secrets in this database are encrypted with keys that this process does not have: set ' +
        'ASSAY_ENCRYPTION_KEYS to the same value on all processes, or restore DATA_DIR/encryption-keys from the ' +
        'machine that created the database',
    );
  }
}

/**
 * Re-encrypts every secret with the first key of the ring, so that older keys can be removed.
 * Returns the number of secrets that were re-encrypted.
 * @throws WrongEncryptionKeys when the keys do not match the database.
 * @throws Error when a secret cannot be decrypted with any key: the service must not start and send unsigned webhooks.
 */
export async function reencryptSecrets(context: Context): Promise<number> {
  const word = await verifyEncryptionKeys(context);
  let count = 0;
  for (const kind of ENCRYPTED_SECRET_KINDS) count += await reencryptKind(context, kind);
  await signHeads(context, word !== PROOF.word);
  await renewProof(context);
  return count;
}

async function reencryptKind(context: Context, kind: EncryptedSecretKind): Promise<number> {
  const { encryptedSecrets } = context.store;
  const { keys } = context.webhooks;
  const [sample] = await encryptedSecrets.encryptedWithOtherKey(kind, NO_KEY, 1);
  if (sample !== undefined) decryptSecret(sample.encrypted, sample.owner, keys);
  let count = 0;
  for (;;) {
    const batch = await encryptedSecrets.encryptedWithOtherKey(kind, keys[0].id, BATCH);
    if (batch.length === 0) return count;
    for (const { owner, encrypted } of batch)
      await encryptedSecrets.replace(kind, owner, encrypted, reencrypt(context, encrypted, owner));
    count += batch.length;
  }
}

async function renewProof(context: Context): Promise<void> {
  const { encryptedSecrets } = context.store;
  const { keys } = context.webhooks;
  const proof = await encryptedSecrets.keyProof();
  if (proof === null) return;
  verifyKeyProof(proof, keys);
  const renewed = encryptSecret(PROOF.word, PROOF.owner, keys, context.randomBytes(NONCE_BYTES));
  await encryptedSecrets.replaceKeyProof(proof, renewed);
}

function reencrypt({ webhooks: { keys }, randomBytes }: Context, encrypted: string, owner: string): string {
  return encryptSecret(decryptSecret(encrypted, owner, keys), owner, keys, randomBytes(NONCE_BYTES));
}
