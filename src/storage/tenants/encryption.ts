// Sealed secrets by the key that sealed them, written once for both engines.
import type { EncryptedSecretKind, EncryptedSecretStore } from '../../records/encryption.ts';
import { type Engine, first } from '../engine.ts';

const KEEP_PROOF = 'INSERT INTO key_proofs (one, sealed) VALUES (1, ?) ON CONFLICT (one) DO NOTHING';
const PROOF = 'SELECT sealed FROM key_proofs WHERE one = 1';
const REPLACE_PROOF = 'UPDATE key_proofs SET sealed = ? WHERE one = 1 AND sealed = ?';

/** Where each kind is kept. */
const PLACES: Readonly<Record<EncryptedSecretKind, { table: string; owner: string }>> = {
  endpoint: { table: 'webhook_endpoints', owner: 'id' },
  second_factor: { table: 'second_factors', owner: 'user_id' },
};

export function encryptedSecretStore(engine: Engine): EncryptedSecretStore {
  const { read } = engine;
  return {
    keepProof: (sealed) =>
      engine.write(async (querier) => {
        await querier.run(KEEP_PROOF, sealed);
        return (await first(querier.all<{ sealed: string }>(PROOF)))?.sealed ?? sealed;
      }),
    proof: async () => (await first(read.all<{ sealed: string }>(PROOF)))?.sealed ?? null,
    replaceProof: (from, to) =>
      engine.write(async (querier) => {
        await querier.run(REPLACE_PROOF, to, from);
      }),
    encryptedWithOtherKey: async (kind, keyId, limit) => {
      const { table, owner } = PLACES[kind];
      const prefix = `v1.${keyId}.`;
      const rows = await read.all<{ owner: string; sealed: string }>(
        `SELECT ${owner} AS owner, sealed_secret AS sealed FROM ${table}
         WHERE substr(sealed_secret, 1, length(?)) <> ? ORDER BY ${owner} LIMIT ?`,
        ...[prefix, prefix, limit],
      );
      return rows.map(({ owner: id, sealed }) => ({ owner: id, sealed }));
    },
    replace: (kind, id, from, to) =>
      engine.write(async (querier) => {
        const { table, owner } = PLACES[kind];
        await querier.run(
          `UPDATE ${table} SET sealed_secret = ? WHERE ${owner} = ? AND sealed_secret = ?`,
          to,
          id,
          from,
        );
      }),
  };
}
