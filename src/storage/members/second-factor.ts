// Second factors, written once for both engines. Each code is used up by one statement, so that of two at once one passes.
import type { SecondFactorStore } from '../../records/second-factor.ts';
import { type Engine, first } from '../engine.ts';
import { appendAuditEvent } from '../tenants/record-change.ts';

const FIND = 'SELECT sealed_secret, confirmed_at FROM second_factors WHERE user_id = ?';
const BEGIN = `INSERT INTO second_factors (user_id, sealed_secret, created_at, confirmed_at, last_step)
  VALUES (?, ?, ?, NULL, 0) ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret,
  created_at = excluded.created_at WHERE second_factors.confirmed_at IS NULL`;
const CONFIRM = `UPDATE second_factors SET confirmed_at = ?, last_step = ? WHERE user_id = ? AND confirmed_at IS NULL`;
const USE_STEP = 'UPDATE second_factors SET last_step = ? WHERE user_id = ? AND last_step < ?';
const KEEP_CODE = 'INSERT INTO recovery_codes (user_id, digest) VALUES (?, ?)';
const USE_CODE = 'DELETE FROM recovery_codes WHERE user_id = ? AND digest = ?';
const REMOVE_CODES = 'DELETE FROM recovery_codes WHERE user_id = ?';

export function secondFactorStore(engine: Engine): SecondFactorStore {
  return {
    async find(userId) {
      const row = await first(engine.read.all(FIND, userId));
      if (row === null) return null;
      return { sealedSecret: row.sealed_secret as string, confirmedAt: row.confirmed_at as number | null };
    },
    begin: (userId, sealedSecret, at) =>
      engine.write(async (querier) => (await querier.run(BEGIN, userId, sealedSecret, at)) > 0),
    confirm: (userId, at, step, codeDigests, change) =>
      engine.write(async (querier) => {
        if ((await querier.run(CONFIRM, at, step, userId)) === 0) return false;
        await querier.run(REMOVE_CODES, userId);
        for (const digest of codeDigests) await querier.run(KEEP_CODE, userId, digest);
        await appendAuditEvent(querier, change);
        return true;
      }),
    spendStep: (userId, step) => engine.write(async (querier) => (await querier.run(USE_STEP, step, userId, step)) > 0),
    spendCode: (userId, codeDigest) =>
      engine.write(async (querier) => (await querier.run(USE_CODE, userId, codeDigest)) > 0),
    remove: (userId, change) =>
      engine.write(async (querier) => {
        await querier.run(REMOVE_CODES, userId);
        if ((await querier.run('DELETE FROM second_factors WHERE user_id = ?', userId)) === 0) return false;
        await appendAuditEvent(querier, change);
        return true;
      }),
  };
}
