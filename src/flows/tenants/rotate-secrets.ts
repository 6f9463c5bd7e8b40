// At every start: the encryption keys are those of the database, and every secret is sealed under the first of them.
import { decryptSecret, encryptSecret, type KeyRing, NONCE_BYTES } from '../../webhooks/secret-encryption.ts';
import type { Context } from '../context.ts';

const BATCH = 200;
/** No key id holds a dot, so no secret is sealed under this one: it finds them all. */
const NO_KEY = '.';
/** The first process seals this word; who cannot open it has other keys. */
const PROOF = { word: 'assay', owner: 'encryption keys' } as const;

/** The database was begun with keys that this process has not got. */
export class WrongEncryptionKeys extends Error {}

/**
 * Two processes with different keys could not read each other's secrets, and each would sign webhooks its own way.
 * @throws WrongKeys when the database was begun with other keys; the message says what to do.
 */
export async function verifyEncryptionKeys({ store, webhooks, randomBytes }: Context): Promise<void> {
  const mine = encryptSecret(PROOF.word, PROOF.owner, webhooks.keys, randomBytes(NONCE_BYTES));
  checkProof(await store.encryptedSecrets.saveKeyProof(mine), webhooks.keys);
}

/** @throws WrongKeys when `proof` opens with none of the keys. */
export function checkProof(proof: string, keys: KeyRing): void {
  try {
    decryptSecret(proof, PROOF.owner, keys);
  } catch {
    throw new WrongEncryptionKeys(
      'the secrets in this database are sealed with encryption keys that this process has not got: set ' +
        'ASSAY_ENCRYPTION_KEYS to the same value on all processes, or restore DATA_DIR/encryption-keys from where the ' +
        'database was begun',
    );
  }
}

/**
 * Seals everything that an older key sealed under the first of the ring, so that the older key can then be dropped.
 * Returns how many secrets of endpoints and second factors. @throws Error when the keys are not those of the database,
 *   or a secret opens with none of them: sending unsigned is no choice.
 */
export async function reencryptSecrets(context: Context): Promise<number> {
  await verifyEncryptionKeys(context);
  let resealed = 0;
  for (const kind of ['endpoint', 'second_factor'] as const) resealed += await resealKind(context, kind);
  await resealProof(context);
  return resealed;
}

async function resealKind(context: Context, kind: 'endpoint' | 'second_factor'): Promise<number> {
  const { encryptedSecrets } = context.store;
  const { keys } = context.webhooks;
  const [sample] = await encryptedSecrets.encryptedWithOtherKey(kind, NO_KEY, 1);
  if (sample !== undefined) decryptSecret(sample.encrypted, sample.owner, keys);
  let resealed = 0;
  for (;;) {
    const old = await encryptedSecrets.encryptedWithOtherKey(kind, keys[0].id, BATCH);
    if (old.length === 0) return resealed;
    for (const { owner, encrypted } of old)
      await encryptedSecrets.replace(kind, owner, encrypted, anew(context, encrypted, owner));
    resealed += old.length;
  }
}

async function resealProof(context: Context): Promise<void> {
  const { encryptedSecrets } = context.store;
  const proof = await encryptedSecrets.keyProof();
  if (proof !== null) await encryptedSecrets.replaceKeyProof(proof, anew(context, proof, PROOF.owner));
}

/** The same secret under the first key. */
function anew({ webhooks: { keys }, randomBytes }: Context, sealed: string, owner: string): string {
  return encryptSecret(decryptSecret(sealed, owner, keys), owner, keys, randomBytes(NONCE_BYTES));
}
