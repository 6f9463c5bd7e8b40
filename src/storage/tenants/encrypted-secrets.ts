// Finds and replaces encrypted secrets by the key that encrypted them, for both engines.
import type { EncryptedSecretKind, EncryptedSecretStore } from '../../records/encrypted-secrets.ts';
import type { Engine } from '../engine.ts';
import { first } from '../reads.ts';
import { insertInto, type Statement, select, update, type Write } from '../sql.ts';

const SAVE_PROOF = insertInto('key_proofs')`(one, sealed) VALUES (1, ?) ON CONFLICT (one) DO NOTHING`;
const PROOF = select`sealed AS encrypted FROM key_proofs WHERE one = 1`;
const REPLACE_PROOF = update('key_proofs')`SET sealed = ? WHERE one = 1 AND sealed = ?`;

/** For each kind: the secrets without a given prefix, which names the key, and the replacement of one. */
export const SECRETS: Readonly<Record<EncryptedSecretKind, { withoutPrefix: Statement; replace: Write }>> = {
  endpoint: {
    withoutPrefix: select`id AS owner, sealed_secret AS encrypted FROM webhook_endpoints
      WHERE substr(sealed_secret, 1, length(?)) <> ? ORDER BY id LIMIT ?`,
    replace: update('webhook_endpoints')`SET sealed_secret = ? WHERE id = ? AND sealed_secret = ?`,
  },
  second_factor: {
    withoutPrefix: select`user_id AS owner, sealed_secret AS encrypted FROM second_factors
      WHERE substr(sealed_secret, 1, length(?)) <> ? ORDER BY user_id LIMIT ?`,
    replace: update('second_factors')`SET sealed_secret = ? WHERE user_id = ? AND sealed_secret = ?`,
  },
  alert_channel: {
    withoutPrefix: select`id AS owner, sealed_secret AS encrypted FROM alert_channels
      WHERE sealed_secret IS NOT NULL AND substr(sealed_secret, 1, length(?)) <> ? ORDER BY id LIMIT ?`,
    replace: update('alert_channels')`SET sealed_secret = ? WHERE id = ? AND sealed_secret = ?`,
  },
};

export function encryptedSecretStore(engine: Engine): EncryptedSecretStore {
  const { read } = engine;
  return {
    saveKeyProof: (encrypted) =>
      engine.write(async (querier) => {
        await querier.run(SAVE_PROOF, encrypted);
        return (await first(querier.all<{ encrypted: string }>(PROOF)))?.encrypted ?? encrypted;
      }),
    keyProof: async () => (await first(read.all<{ encrypted: string }>(PROOF)))?.encrypted ?? null,
    replaceKeyProof: (from, to) =>
      engine.write(async (querier) => {
        await querier.run(REPLACE_PROOF, to, from);
      }),
    encryptedWithOtherKey: async (kind, keyId, limit) => {
      const prefix = `v1.${keyId}.`;
      const { withoutPrefix } = SECRETS[kind];
      const rows = await read.all<{ owner: string; encrypted: string }>(withoutPrefix, prefix, prefix, limit);
      return rows.map(({ owner, encrypted }) => ({ owner, encrypted }));
    },
    replace: (kind, owner, from, to) =>
      engine.write(async (querier) => {
        await querier.run(SECRETS[kind].replace, to, owner, from);
      }),
  };
}
