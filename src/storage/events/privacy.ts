// Erasure, written once for both engines. Scores, signals, outcomes and decisions are never touched.
import type { ErasureReport, PrivacyStore } from '../../records/privacy.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import type { Engine, Querier, Value } from '../engine.ts';
import { eraseAccountFromRollups } from '../rollups/erase-account.ts';
import { appendAuditEvent } from '../tenants/record-change.ts';

const TAKE_ACCOUNT = 'UPDATE accounts SET external_id = external_id WHERE environment_id = ? AND account_key = ?';
const DEVICES = 'SELECT device_id FROM account_devices WHERE environment_id = ? AND account_key = ?';
/** Devices that no other account and no event without an account has used. */
const OWN_DEVICES = `SELECT u.device_id FROM account_devices u WHERE u.environment_id = ? AND u.account_key = ?
  AND NOT EXISTS (SELECT 1 FROM account_devices o WHERE o.environment_id = u.environment_id
    AND o.device_id = u.device_id AND o.account_key <> u.account_key)
  AND NOT EXISTS (SELECT 1 FROM events e WHERE e.environment_id = u.environment_id
    AND e.device_id = u.device_id AND e.account_key IS NULL)`;
const EVENTS = 'SELECT id FROM events WHERE environment_id = ? AND account_key = ?';
/** A fold under way would write the account's key and address into the figures after they were cleaned. */
const HOLD_QUEUE = `SELECT q.event_id FROM rollup_queue q WHERE q.environment_id = ? AND q.event_id IN (${EVENTS})
  ORDER BY q.event_id {{lock_rows}}`;
/** An event under way may be another account's first on one of them. */
const HOLD_DEVICES = `SELECT id FROM devices WHERE environment_id = ? AND id {{in_texts}} ORDER BY id {{lock_rows}}`;
const DIGESTS = `SELECT DISTINCT stable_digest AS digest FROM event_details WHERE environment_id = ?
  AND stable_digest IS NOT NULL AND event_id IN (${EVENTS})`;
const FORGET_ANSWERS = `DELETE FROM idempotency_keys WHERE environment_id = ? AND event_id IN (${EVENTS})`;
const FORGET_LOOKS = `DELETE FROM fingerprint_accounts WHERE environment_id = ? AND account_key = ? AND fingerprint IN
  (SELECT fingerprint FROM events WHERE environment_id = ? AND account_key = ? AND fingerprint IS NOT NULL)`;
const CLEAN_DETAILS = `UPDATE event_details SET stable_digest = NULL, volatile_signals = NULL WHERE environment_id = ?
  AND event_id IN (${EVENTS})`;
const CLEAN_EVENTS = `UPDATE events SET account_key = ?, address = NULL, counter_address = NULL, wide_network = NULL,
  fingerprint = NULL, agent = NULL, session_token = NULL WHERE environment_id = ? AND account_key = ?`;
/** Asks every event of the environment once: an index that finds users of a digest would cost each event a write. */
const DROP_SIGNALS = `DELETE FROM client_signals WHERE environment_id = ? AND digest {{in_texts}} AND digest NOT IN
  (SELECT stable_digest FROM event_details WHERE environment_id = ? AND stable_digest IS NOT NULL)`;
const CLEAN_SESSIONS = `UPDATE sessions SET account_key = ?, session_token = '' WHERE environment_id = ?
  AND device_id {{in_texts}} AND account_key = ?`;
const RENAME_PAIRS = 'UPDATE account_devices SET account_key = ? WHERE environment_id = ? AND account_key = ?';
/** What leads back to a device: presented ids, look-up keys, the profile and the networks it was seen on. */
const CLEAN_DEVICES = [
  'DELETE FROM device_ids WHERE environment_id = ? AND device_id {{in_texts}}',
  'DELETE FROM device_keys WHERE environment_id = ? AND device_id {{in_texts}}',
  `UPDATE device_profiles SET profile = '{}', previous_profile = NULL WHERE environment_id = ? AND device_id {{in_texts}}`,
  `UPDATE devices SET networks = '[]' WHERE environment_id = ? AND id {{in_texts}}`,
] as const;

const POSITION = 'SELECT event_id FROM retention_positions WHERE environment_id = ?';
const OLD_EVENTS = 'SELECT id FROM events WHERE environment_id = ? AND id > ? AND id < ? ORDER BY id LIMIT ?';
const FORGET_ADDRESSES = `UPDATE events SET address = NULL, counter_address = NULL WHERE environment_id = ?
  AND id {{in_texts}}`;
const FORGET_SIGNALS = `UPDATE event_details SET stable_digest = NULL, volatile_signals = NULL WHERE environment_id = ?
  AND event_id {{in_texts}}`;
const KEEP_POSITION = `INSERT INTO retention_positions (environment_id, event_id) VALUES (?, ?)
  ON CONFLICT (environment_id) DO UPDATE SET event_id = excluded.event_id`;
const DROP_UNUSED = `DELETE FROM client_signals WHERE environment_id = ? AND digest NOT IN
  (SELECT stable_digest FROM event_details WHERE environment_id = ? AND stable_digest IS NOT NULL)`;

export function privacyStore(engine: Engine): PrivacyStore {
  return {
    eraseAccount: (environmentNumber, accountKey, replacement, describe) =>
      engine.write(async (querier) => {
        const account = [environmentNumber, accountKey] as const;
        await engine.lockAccount(querier, ...account);
        if ((await querier.run(TAKE_ACCOUNT, ...account)) === 0) return null;
        const report = await erase(querier, account, replacement);
        await appendAuditEvent(querier, describe(report));
        return report;
      }),
    forgetBefore: (environmentNumber, before, limit) =>
      engine.write((querier) => forget(querier, environmentNumber, idFloor('event', before), limit)),
    dropUnusedSignals: (environmentNumber) =>
      engine.write(async (querier) => {
        await querier.run(DROP_UNUSED, environmentNumber, environmentNumber);
      }),
  };
}

async function erase(
  querier: Querier,
  account: readonly [number, string],
  replacement: string,
): Promise<ErasureReport> {
  const [environmentNumber] = account;
  await querier.all(HOLD_QUEUE, environmentNumber, ...account);
  const devices = await texts(querier, DEVICES, 'device_id', account);
  await querier.all(HOLD_DEVICES, environmentNumber, JSON.stringify(devices));
  const own = await texts(querier, OWN_DEVICES, 'device_id', account);
  const digests = await texts(querier, DIGESTS, 'digest', [environmentNumber, ...account]);
  await eraseAccountFromRollups(querier, account, replacement);
  await querier.run(FORGET_ANSWERS, environmentNumber, ...account);
  await querier.run(FORGET_LOOKS, ...account, ...account);
  await querier.run('DELETE FROM account_networks WHERE environment_id = ? AND account_key = ?', ...account);
  await querier.run(CLEAN_DETAILS, environmentNumber, ...account);
  const erasedEvents = await querier.run(CLEAN_EVENTS, replacement, ...account);
  await querier.run(DROP_SIGNALS, environmentNumber, JSON.stringify(digests), environmentNumber);
  await querier.run(CLEAN_SESSIONS, replacement, environmentNumber, JSON.stringify(devices), account[1]);
  await querier.run(RENAME_PAIRS, replacement, ...account);
  for (const sql of CLEAN_DEVICES) await querier.run(sql, environmentNumber, JSON.stringify(own));
  await querier.run('DELETE FROM accounts WHERE environment_id = ? AND account_key = ?', ...account);
  return { erasedEvents, erasedDevices: own.length };
}

async function forget(querier: Querier, environmentNumber: number, bound: string, limit: number): Promise<number> {
  const [position] = await texts(querier, POSITION, 'event_id', [environmentNumber]);
  const ids = await texts(querier, OLD_EVENTS, 'id', [environmentNumber, position ?? '', bound, limit]);
  const last = ids.at(-1);
  if (last === undefined) return 0;
  await querier.run(FORGET_ADDRESSES, environmentNumber, JSON.stringify(ids));
  await querier.run(FORGET_SIGNALS, environmentNumber, JSON.stringify(ids));
  await querier.run(KEEP_POSITION, environmentNumber, last);
  return ids.length;
}

async function texts(querier: Querier, sql: string, column: string, values: readonly Value[]): Promise<string[]> {
  return (await querier.all(sql, ...values)).map((row) => row[column] as string);
}
