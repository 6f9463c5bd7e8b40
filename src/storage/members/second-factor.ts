// Stores second factors, for both engines. One statement consumes a code, so that only one of two concurrent uses succeeds.
import type { SecondFactorStore } from '../../records/second-factor.ts';
import type { Engine } from '../engine.ts';
import { first } from '../reads.ts';
import { deleteFrom, insertInto, select, update } from '../sql.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { changeAudited } from '../tenants/change-audited.ts';

const FIND = select`sealed_secret, confirmed_at, created_at FROM second_factors WHERE user_id = ?`;
const BEGIN = insertInto('second_factors')`(user_id, sealed_secret, created_at, confirmed_at, last_step)
  VALUES (?, ?, ?, NULL, 0) ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret,
  created_at = excluded.created_at WHERE second_factors.confirmed_at IS NULL`;
const CONFIRM = update('second_factors')`SET confirmed_at = ?, last_step = ?
  WHERE user_id = ? AND confirmed_at IS NULL AND sealed_secret = ?`;
const USE_STEP = update('second_factors')`SET last_step = ? WHERE user_id = ? AND last_step < ?`;
const DELETE = deleteFrom('second_factors')`WHERE user_id = ?`;
const DELETE_THIS = deleteFrom('second_factors')`WHERE user_id = ? AND sealed_secret = ?`;
const SAVE_CODE = insertInto('recovery_codes')`(user_id, digest) VALUES (?, ?)`;
const USE_CODE = deleteFrom('recovery_codes')`WHERE user_id = ? AND digest = ?`;
const DELETE_CODES = deleteFrom('recovery_codes')`WHERE user_id = ?`;

export function secondFactorStore(engine: Engine): SecondFactorStore {
  return {
    async find(memberId) {
      const row = await first(engine.read.all(FIND, memberId));
      if (row === null) return null;
      return {
        encryptedSecret: row.sealed_secret as string,
        confirmedAt: row.confirmed_at as number | null,
        createdAt: row.created_at as number,
      };
    },
    begin: (memberId, encryptedSecret, at) =>
      engine.write(async (querier) => (await querier.run(BEGIN, memberId, encryptedSecret, at)) > 0),
    confirm: (memberId, encryptedSecret, at, step, codeDigests, auditEvent) =>
      engine.write(async (querier) => {
        if ((await querier.run(CONFIRM, at, step, memberId, encryptedSecret)) === 0) return false;
        await querier.run(DELETE_CODES, memberId);
        for (const digest of codeDigests) await querier.run(SAVE_CODE, memberId, digest);
        await appendAuditEvent(querier, auditEvent);
        return true;
      }),
    spendStep: (memberId, step) =>
      engine.write(async (querier) => (await querier.run(USE_STEP, step, memberId, step)) > 0),
    spendCode: (memberId, codeDigest, auditEvent) => changeAudited(engine, auditEvent, USE_CODE, memberId, codeDigest),
    remove: (memberId, encryptedSecret, auditEvent) =>
      engine.write(async (querier) => {
        const removed =
          encryptedSecret === null
            ? querier.run(DELETE, memberId)
            : querier.run(DELETE_THIS, memberId, encryptedSecret);
        if ((await removed) === 0) return false;
        await querier.run(DELETE_CODES, memberId);
        await appendAuditEvent(querier, auditEvent);
        return true;
      }),
  };
}
