// Erases accounts and prunes old identifiers, for both engines. Scores, signals, outcomes and decisions never change.
import type { ErasureReport, ForgottenEvents, PrivacyStore } from '../../records/privacy.ts';
import type { SavedView } from '../../records/saved-views.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import { MAX_SHARING_ACCOUNTS } from '../../vocabulary/shared-ids.ts';
import type { Engine, Querier, Value } from '../engine.ts';
import { eraseAccountFromRollups } from '../rollups/erase-account.ts';
import { deleteFrom, identifier, list, type Statement, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { IDENTIFYING_COLUMNS } from './event-columns.ts';
import { deleteOldFailures } from './old-failures.ts';
import { advanceRetention, retentionPosition, returnToMissed } from './retention-position.ts';
import { dropUnusedSignals, markSignals, signalsOf } from './unused-signals.ts';

/** Locks the account's row. */
const LOCK_ACCOUNT = update('accounts')`SET external_id = external_id WHERE environment_id = ? AND account_key = ?`;
const DEVICES = select`device_id FROM account_devices WHERE environment_id = ? AND account_key = ?`;
/**
 * Devices that no other account and no event without an account has used. Accounts that are erased do not count: once a couple had
 * erased both of their accounts, the id, the profile and the networks of their computer stayed.
 */
const OWN_DEVICES = select`u.device_id FROM account_devices u WHERE u.environment_id = ? AND u.account_key = ?
  AND NOT EXISTS (SELECT 1 FROM account_devices o JOIN accounts a ON a.environment_id = o.environment_id
    AND a.account_key = o.account_key WHERE o.environment_id = u.environment_id
    AND o.device_id = u.device_id AND o.account_key <> u.account_key)
  AND NOT EXISTS (SELECT 1 FROM events e WHERE e.environment_id = u.environment_id
    AND e.device_id = u.device_id AND e.account_key IS NULL)`;
const EVENTS = select`id FROM events WHERE environment_id = ? AND account_key = ?`;
/** A concurrent rollup would write the account's key and address into the rollups after they were cleaned. */
const LOCK_PENDING = select`q.event_id FROM rollup_queue q WHERE q.environment_id = ? AND q.event_id IN (${EVENTS})
  ORDER BY q.event_id ${macro.lock_rows}`;
/** Without the lock, an event in progress could be another account's first on one of the devices. */
const LOCK_DEVICES = select`id FROM devices WHERE environment_id = ? AND id ${macro.in_texts} ORDER BY id ${macro.lock_rows}`;
const DIGESTS = select`DISTINCT stable_digest AS digest FROM event_details WHERE environment_id = ?
  AND stable_digest IS NOT NULL AND event_id IN (${EVENTS})`;
const DELETE_RESPONSES = deleteFrom('idempotency_keys')`WHERE environment_id = ? AND event_id IN (${EVENTS})`;
const DELETE_FINGERPRINTS = deleteFrom('fingerprint_accounts')`WHERE environment_id = ? AND account_key = ?
  AND fingerprint IN
  (SELECT fingerprint FROM events WHERE environment_id = ? AND account_key = ? AND fingerprint IS NOT NULL)`;
const DELETE_NETWORKS = deleteFrom('account_networks')`WHERE environment_id = ? AND account_key = ?`;
const CLEAR_DETAILS = update('event_details')`SET stable_digest = NULL, volatile_signals = NULL WHERE environment_id = ?
  AND event_id IN (${EVENTS})`;
const CLEARED = list(IDENTIFYING_COLUMNS.map((column) => sql`${identifier(column)} = NULL`));
const CLEAR_EVENTS = update('events')`SET account_key = ?, ${CLEARED} WHERE environment_id = ? AND account_key = ?`;
/** Members write what they know about a person: notes on the account, its events, and devices that nobody else has used. */
const DELETE_NOTES = deleteFrom('notes')`WHERE environment_id = ? AND kind = 'account' AND target = ?`;
const DELETE_EVENT_NOTES = deleteFrom('notes')`WHERE environment_id = ? AND kind = 'event' AND target IN (${EVENTS})`;
const EXTERNAL_ID = select`external_id FROM accounts WHERE environment_id = ? AND account_key = ?`;
const VIEWS = select`id, query FROM saved_views WHERE environment_id = ?`;
const DELETE_VIEWS = deleteFrom('saved_views')`WHERE environment_id = ? AND id ${macro.in_texts}`;
const CLEAR_SESSIONS = update('sessions')`SET account_key = ?, session_token = '' WHERE environment_id = ?
  AND device_id ${macro.in_texts} AND account_key = ?`;
const RENAME_PAIRS = update('account_devices')`SET account_key = ? WHERE environment_id = ? AND account_key = ?`;
const DELETE_ACCOUNT = deleteFrom('accounts')`WHERE environment_id = ? AND account_key = ?`;
/**
 * An id that an app ships to every machine identifies nobody and stays: without its count of accounts, it was an id like any other again,
 * and a thief with the app and the password was the customer, from anywhere (login and payment 0, allowed).
 */
const DELETE_IDS = deleteFrom('device_ids')`WHERE environment_id = ? AND device_id ${macro.in_texts}
  AND conflicts <= ${MAX_SHARING_ACCOUNTS}`;
/** Clears what leads back to a device: persistent ids, lookup keys, the profile and the networks it was seen on. */
const CLEAR_DEVICES = [
  DELETE_IDS,
  deleteFrom('device_keys')`WHERE environment_id = ? AND device_id ${macro.in_texts}`,
  update('device_profiles')`SET profile = '{}'
    WHERE environment_id = ? AND device_id ${macro.in_texts}`,
  deleteFrom('notes')`WHERE environment_id = ? AND kind = 'device' AND target ${macro.in_texts}`,
  update('devices')`SET networks = '[]' WHERE environment_id = ? AND id ${macro.in_texts}`,
] as const;

const OLD_EVENTS = select`id FROM events WHERE environment_id = ? AND id > ? AND id < ? ORDER BY id LIMIT ?`;
const WITH_ADDRESS = select`id FROM events WHERE environment_id = ? AND id ${macro.in_texts}
  AND (address IS NOT NULL OR counter_address IS NOT NULL)`;
/** Not a join: a plan for it could read the details of all earlier events. */
const WITH_SIGNALS = select`event_id AS id FROM event_details WHERE environment_id = ? AND event_id ${macro.in_texts}
  AND (stable_digest IS NOT NULL OR volatile_signals IS NOT NULL)`;
const FORGET_ADDRESSES = update('events')`SET address = NULL, counter_address = NULL WHERE environment_id = ?
  AND id ${macro.in_texts}`;
const FORGET_SIGNALS = update('event_details')`SET stable_digest = NULL, volatile_signals = NULL
  WHERE environment_id = ? AND event_id ${macro.in_texts}`;
const OLD_RESPONSES = select`key FROM idempotency_keys WHERE environment_id = ? AND created_at < ?
  ORDER BY created_at LIMIT ?`;
/**
 * Not those of keys that an event has used again in the meantime. The sum keeps SQLite from reading all old keys by their age, which
 * took 0.24 s with 50,000 of them.
 */
export const DELETE_OLD_RESPONSES = deleteFrom('idempotency_keys')`WHERE environment_id = ? AND key ${macro.in_texts}
  AND created_at + 0 < ?`;

export function privacyStore(engine: Engine): PrivacyStore {
  return {
    eraseAccount: (environmentNumber, accountKey, replacement, describe) =>
      engine.writeAll(async (querier) => {
        const account = [environmentNumber, accountKey] as const;
        await engine.lockAccount(querier, ...account);
        if ((await querier.run(LOCK_ACCOUNT, ...account)) === 0) return null;
        const report = await erase(querier, account, replacement);
        await appendAuditEvent(querier, describe(report));
        return report;
      }),
    returnToMissed: (environmentNumber, now) =>
      engine.write((querier) => returnToMissed(querier, environmentNumber, now)),
    forgetBefore: (environmentNumber, before, limit) =>
      engine.write((querier) => forget(querier, environmentNumber, idFloor('event', before), limit)),
    forgetResponses: (environmentNumber, before, limit) =>
      engine.write(async (querier) => {
        const keys = await texts(querier, OLD_RESPONSES, 'key', [environmentNumber, before, limit]);
        if (keys.length === 0) return 0;
        await querier.run(DELETE_OLD_RESPONSES, environmentNumber, JSON.stringify(keys), before);
        return keys.length;
      }),
    forgetFailures: (environmentNumber, old, limit) =>
      engine.write((querier) => deleteOldFailures(querier, environmentNumber, old, limit)),
    dropUnusedSignals: (environmentNumber, stopping) => dropUnusedSignals(engine, environmentNumber, stopping),
  };
}

async function erase(
  querier: Querier,
  account: readonly [number, string],
  replacement: string,
): Promise<ErasureReport> {
  const [environmentNumber] = account;
  await querier.all(LOCK_PENDING, environmentNumber, ...account);
  const devices = await texts(querier, DEVICES, 'device_id', account);
  await querier.all(LOCK_DEVICES, environmentNumber, JSON.stringify(devices));
  const own = await texts(querier, OWN_DEVICES, 'device_id', account);
  const digests = await texts(querier, DIGESTS, 'digest', [environmentNumber, ...account]);
  await eraseAccountFromRollups(querier, account, replacement);
  await querier.run(DELETE_RESPONSES, environmentNumber, ...account);
  await querier.run(DELETE_FINGERPRINTS, ...account, ...account);
  await querier.run(DELETE_NETWORKS, ...account);
  await querier.run(DELETE_NOTES, ...account);
  await querier.run(DELETE_EVENT_NOTES, environmentNumber, ...account);
  await deleteViewsOf(querier, account);
  await querier.run(CLEAR_DETAILS, environmentNumber, ...account);
  const erasedEvents = await querier.run(CLEAR_EVENTS, replacement, ...account);
  await markSignals(querier, environmentNumber, digests);
  await querier.run(CLEAR_SESSIONS, replacement, environmentNumber, JSON.stringify(devices), account[1]);
  await querier.run(RENAME_PAIRS, replacement, ...account);
  for (const statement of CLEAR_DEVICES) await querier.run(statement, environmentNumber, JSON.stringify(own));
  await querier.run(DELETE_ACCOUNT, ...account);
  return { erasedEvents, erasedDevices: own.length };
}

/** Deletes the saved views that filter by the account's id: a filter for an erased account finds nothing. */
async function deleteViewsOf(querier: Querier, account: readonly [number, string]): Promise<void> {
  const [environmentNumber] = account;
  const [externalId] = await texts(querier, EXTERNAL_ID, 'external_id', account);
  const views = await querier.all<{ id: string; query: string }>(VIEWS, environmentNumber);
  const ids = views
    .filter(({ query }) =>
      Object.values(JSON.parse(query) as SavedView['query'])
        .flat()
        .includes(externalId as string),
    )
    .map(({ id }) => id);
  if (ids.length > 0) await querier.run(DELETE_VIEWS, environmentNumber, JSON.stringify(ids));
}

async function forget(
  querier: Querier,
  environmentNumber: number,
  bound: string,
  limit: number,
): Promise<ForgottenEvents> {
  const position = await retentionPosition(querier, environmentNumber);
  const old = await texts(querier, OLD_EVENTS, 'id', [environmentNumber, position, bound, limit]);
  const last = old.at(-1);
  if (last === undefined) return { passed: 0, cleaned: 0 };
  const ids = await identifying(querier, [environmentNumber, JSON.stringify(old)]);
  if (ids.length > 0) {
    const digests = await signalsOf(querier, environmentNumber, JSON.stringify(ids));
    await querier.run(FORGET_ADDRESSES, environmentNumber, JSON.stringify(ids));
    await querier.run(FORGET_SIGNALS, environmentNumber, JSON.stringify(ids));
    // In the same transaction: after a crash, no run would look for them.
    await markSignals(querier, environmentNumber, digests);
  }
  await advanceRetention(querier, environmentNumber, position, last);
  return { passed: old.length, cleaned: ids.length };
}

/** Those of the events that are not clean yet: after an import, retention reads all events after the imported ones again. */
async function identifying(querier: Querier, events: readonly Value[]): Promise<string[]> {
  const found = [await texts(querier, WITH_ADDRESS, 'id', events), await texts(querier, WITH_SIGNALS, 'id', events)];
  return [...new Set(found.flat())].sort();
}

async function texts(
  querier: Querier,
  statement: Statement,
  column: string,
  values: readonly Value[],
): Promise<string[]> {
  return (await querier.all(statement, ...values)).map((row) => row[column] as string);
}
