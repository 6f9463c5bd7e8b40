// The keys that secrets are sealed with: from the configuration, else made once and kept beside the data.
import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { encryptionKeys } from '../config/values.ts';
import { WrongEncryptionKeys } from '../flows/tenants/rotate-secrets.ts';
import type { KeyRing } from '../webhooks/secret-encryption.ts';

const FILE = 'encryption-keys';
/** Key files that this process made: nothing is sealed under them before the database has taken their proof. */
const made = new Set<string>();

/**
 * The operator's keys, or those of `DATA_DIR/encryption-keys` (mode 0600), which is made when it is missing.
 * @throws Error when that file is damaged: running on with new keys would lose every webhook secret.
 */
export function loadEncryptionKeys(config: Pick<Config, 'encryptionKeys' | 'dataDir'>): KeyRing {
  if (config.encryptionKeys !== null) return config.encryptionKeys as KeyRing;
  const path = join(config.dataDir, FILE);
  if (!existsSync(path)) {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    makeKeys(path);
  }
  try {
    return encryptionKeys(readFileSync(path, 'utf8').trim()) as KeyRing;
  } catch (error) {
    throw new Error(
      `${path} does not hold encryption keys (it must be ${(error as Error).message}); restore it from a backup`,
    );
  }
}

/** Linked into place whole: of processes that start together on one folder, each reads the same keys, none half of them. */
function makeKeys(path: string): void {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
    made.add(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * For whoever catches an error of the start: keys that were made by this process and refused by the database seal
 * nothing, and would only stand where the right ones are to be put.
 */
export function discardRefusedKeys(config: Pick<Config, 'dataDir'>, error: unknown): void {
  const path = join(config.dataDir, FILE);
  if (error instanceof WrongEncryptionKeys && made.delete(path)) rmSync(path, { force: true });
}

/** 32 bytes for another purpose than sealing, the same on every process with the same keys (HKDF, RFC 5869). */
export function derivedKey(keys: KeyRing, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', keys[0].key, '', `assay ${purpose}`, 32));
}
