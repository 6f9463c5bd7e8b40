// The same history in several environments: an account, its device and two events, with equal ids in each of them.
import { auditSigner } from '../../../src/access/audit-signature.ts';
import type { AuditEvent } from '../../../src/records/audit.ts';
import type { EventKeys, EventRow, EventWrites } from '../../../src/records/ingest.ts';
import type { Store } from '../../../src/records/store.ts';
import type { Environment } from '../../../src/records/tenants.ts';
import type { FiredSignal } from '../../../src/scoring/assessment.ts';
import { DAY, MINUTE } from '../../../src/vocabulary/clock.ts';
import { digest, eventKeys, eventRow, id, NOON, UNPROVEN_PAIR, writes } from '../sample.ts';
import { outcome } from './outcomes.ts';

export const ACCOUNT = digest('alice');
export const CANDIDATE = { kind: 1, digest: digest('k1') };
const SIGNER = auditSigner([{ id: 'k1', key: new Uint8Array(32) }]);
const MEMBER = { id: id('user'), name: 'ada@example.com' };

/** The ids of one history that is recorded in two environments. */
export interface SharedIds {
  device: string;
  session: string;
  /** Of a challenged login, and of a proven login that was let through. */
  events: [stopped: string, proven: string];
}

/** The keys of an event of the history. */
export function keysAt(number: number, at: number): EventKeys {
  return eventKeys(number, { at, accountKey: ACCOUNT, sessionToken: digest('token'), idempotencyKey: 'Key-1' });
}

const SAMPLE = eventRow(keysAt(0, NOON));
const SIGNAL = SAMPLE.signals[0] as FiredSignal;
/** The device was found by its own id, with a difference. */
const FOUND_AGAIN = { ...SAMPLE.resolution, method: 'persistent_id' } as const;

/** Records only the first event, a blocked login. */
export async function begin(store: Store, { number }: Environment, ids: SharedIds, more: Partial<EventRow> = {}) {
  const from = keysAt(number, more.at ?? NOON);
  const whole = writes(from, { event: { decision: 'block', sessionToken: digest('token'), ...more } });
  await save(store, from, ids, ids.events[0], { ...whole, failure: 'login' });
  await store.rollups.applyPending(number, 9);
}

/** Records the whole history; `later` (ms) makes its values differ. */
export async function fill(store: Store, environment: Environment, ids: SharedIds, later: number): Promise<void> {
  const { number } = environment;
  const [stopped, proven] = ids.events;
  const signals = ['ATTACK_WAVE', 'NEW_DEVICE'].map((code) => ({ ...SIGNAL, code }) as typeof SIGNAL);
  await begin(store, environment, ids, { at: NOON + later, signals });
  const next = keysAt(number, NOON + later + MINUTE);
  await save(store, next, ids, proven, {
    ...writes(next, { event: { decision: 'allow', sessionToken: digest('token'), resolution: FOUND_AGAIN } }),
    networkProof: { narrow: '203.0.113.0/24', wide: '203.0.0.0/16', confirmed: true },
    recovery: true,
    fingerprintRecognized: true,
    fingerprintSettled: true,
    idempotency: { key: 'Key-1', requestDigest: `d${later}`, response: '{"data":1}' },
    importPosition: { source: 'file', line: 1 + later, savedAt: NOON },
  });
  const row = outcome(stopped, { reason: `reason ${later}` });
  await store.outcomes.revise(number, stopped, () => ({ row, deliveries: [], dueAt: NOON }));
  const note = { id: id('note'), text: `note ${later}`, createdBy: MEMBER, createdAt: NOON, updatedAt: NOON };
  const target = { kind: 'account', key: ACCOUNT } as const;
  await store.notes.create(number, { ...note, target }, ACCOUNT, 9, auditEvent(environment));
  const device = { kind: 'device', key: ids.device } as const;
  await store.notes.create(number, { ...note, id: id('note'), target: device }, null, 9, auditEvent(environment));
  const trust = { auditEvent: auditEvent(environment), deliveries: [] };
  await store.trust.setTrust(number, ids.device, true, NOON + later, trust);
  await store.rollups.applyPending(number, 9);
}

/** Saves an event of the history: the first creates the device, the account and the session, the others use them. */
async function save(store: Store, from: EventKeys, ids: SharedIds, eventId: string, whole: EventWrites): Promise<void> {
  await store.ingest(async (transaction) => {
    const { idOwner, accountFirstSeenAt } = await transaction.loadHistory(from);
    const created = idOwner === null;
    await transaction.save({
      ...whole,
      event: { ...whole.event, id: eventId, deviceId: ids.device, sessionId: ids.session },
      device: {
        ...whole.device,
        id: ids.device,
        created,
        addKeys: created ? [CANDIDATE] : [],
        attachId: created ? from.persistentId : null,
        profile: { os_family: 'macOS', screen: from.at },
        countFrequencies: created ? ['f'] : [],
      },
      account: { key: ACCOUNT, externalId: 'alice', created: accountFirstSeenAt === null },
      pair: { ...UNPROVEN_PAIR, created, proven: !created, withServerSignals: !created, confirmed: !created },
      session: { id: ids.session, created },
    });
  });
}

/** Changes what `fill` has recorded in every way that storage offers, up to its erasure. */
export async function change(store: Store, environment: Environment, ids: SharedIds): Promise<void> {
  const { number } = environment;
  const [stopped] = ids.events;
  const from = keysAt(number, NOON + 2 * DAY);
  const whole = writes(from, { event: { sessionToken: digest('token') }, device: { networks: ['198.51.100.0/24'] } });
  const refuteId = { persistentId: digest('phone'), cloned: true };
  await save(store, from, ids, id('event'), { ...whole, device: { ...whole.device, refuteId }, recovery: true });
  const row = outcome(stopped, { revision: 2, label: 'payment_fraud' });
  await store.outcomes.revise(number, stopped, () => ({ row, deliveries: [], dueAt: NOON }));
  const trust = { auditEvent: auditEvent(environment), deliveries: [] };
  await store.trust.setTrust(number, ids.device, false, NOON, trust);
  await store.rollups.applyPending(number, 9);
  await store.rollups.reset(number);
  await store.rollups.applyPending(number, 9);
  await store.rollups.deleteNetworksBefore(number, NOON + 9 * DAY);
  await store.privacy.forgetBefore(number, NOON + 9 * DAY, 1);
  await store.privacy.forgetResponses(number, NOON + 9 * DAY, 9);
  await store.privacy.forgetFailures(number, { now: NOON, before: NOON + 9 * DAY, importing: NOON }, 9);
  await store.privacy.eraseAccount(number, ACCOUNT, digest('erased'), () => auditEvent(environment));
  await store.privacy.dropUnusedSignals(number);
}

function auditEvent({ id: environmentId, organizationId }: Environment): AuditEvent {
  return {
    id: id('audit'),
    organizationId,
    at: NOON,
    actor: { type: 'user', ...MEMBER },
    address: null,
    action: 'note.created',
    target: { type: 'note', id: environmentId },
    environmentId,
    before: null,
    after: {},
    signer: SIGNER,
  };
}
