// Loads the keys that encrypt secrets: from the configuration, else from a key file that is generated once.
import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { encryptionKeys } from '../config/values.ts';
import { verifyKeyProof, WrongEncryptionKeys } from '../flows/tenants/rotate-secrets.ts';
import { createDataFolder, DATA_FILES } from '../storage/data-folder.ts';
import type { KeyRing } from '../vocabulary/key-ring.ts';

/** Key files created by this process. They encrypt nothing until the database has accepted their proof. */
const createdPaths = new Set<string>();

/**
 * The configured keys, or those of `DATA_DIR/encryption-keys` (mode 0600), which is created if missing.
 * @throws Error when that file is corrupt: continuing with new keys would lose every webhook secret.
 */
export function loadEncryptionKeys(config: Pick<Config, 'encryptionKeys' | 'dataDir'>): KeyRing {
  if (config.encryptionKeys !== null) return config.encryptionKeys as KeyRing;
  const path = join(config.dataDir, DATA_FILES.encryptionKeys);
  if (!existsSync(path)) {
    createDataFolder(config.dataDir);
    createKeyFile(path);
  }
  const line = readKeyFile(path);
  try {
    return encryptionKeys(line) as KeyRing;
  } catch (error) {
    throw new Error(
      `${path} does not contain valid encryption keys (it must be ${(error as Error).message}); restore it from a backup`,
    );
  }
}

/** @throws Error that does not call the keys invalid, because they could not be read. */
function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${resolve(path)} cannot be read by this account (${code})`, { cause: error });
  }
}

/**
 * The keys that encrypted `proof`. Unlike `loadEncryptionKeys`, it never creates a key file: the keys exist elsewhere.
 * @throws Error when there are none here; WrongEncryptionKeys when they do not match.
 */
export function loadMatchingKeys(config: Pick<Config, 'encryptionKeys' | 'dataDir'>, proof: string): KeyRing {
  const file = resolve(config.dataDir, DATA_FILES.encryptionKeys);
  if (config.encryptionKeys === null && !existsSync(file)) {
    throw new Error(
      `the key file ${file} is missing: the secrets in this database are encrypted with the keys of the machine that made it; ` +
        'copy its encryption-keys file there, or set ASSAY_ENCRYPTION_KEYS, then try again',
    );
  }
  const keys = loadEncryptionKeys(config);
  verifyKeyProof(proof, keys);
  return keys;
}

/** Creates the file atomically by a link, so that processes that start together on one folder read the same, complete keys. */
function createKeyFile(path: string): void {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
    createdPaths.add(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * Removes a key file that this process created and the database rejected. It has encrypted nothing and would
 * only get in the way of the correct file. Call it with any startup error.
 */
export function discardRejectedKeys(config: Pick<Config, 'dataDir'>, error: unknown): void {
  const path = join(config.dataDir, DATA_FILES.encryptionKeys);
  if (error instanceof WrongEncryptionKeys && createdPaths.delete(path)) rmSync(path, { force: true });
}

/** 32 bytes for another purpose than encryption, equal in every process with the same keys (HKDF, RFC 5869). */
export function derivedKey(keys: KeyRing, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', keys[0].key, '', `assay ${purpose}`, 32));
}
