// The same history in several environments: accounts, devices and events with equal ids in each of them.
import { auditSigner } from '../../../src/access/audit-signature.ts';
import type { CandidateKey } from '../../../src/devices/observation.ts';
import type { AuditEvent } from '../../../src/records/audit.ts';
import type { EventKeys, EventRow, EventWrites } from '../../../src/records/ingest.ts';
import type { Store } from '../../../src/records/store.ts';
import type { Environment } from '../../../src/records/tenants.ts';
import type { FiredSignal } from '../../../src/scoring/assessment.ts';
import { DAY, HOUR, MINUTE } from '../../../src/vocabulary/clock.ts';
import { digest, eventKeys, eventRow, id, NOON, UNPROVEN_PAIR, writes } from '../sample.ts';
import { outcome } from './outcomes.ts';

const SIGNER = auditSigner([{ id: 'k1', key: new Uint8Array(32) }]);
const MEMBER = { id: id('user'), name: 'ada@example.com' };

/** An account with its device. Its name is unique: other tests must not have recorded anything about it. */
interface Actor {
  name: string;
  account: string;
  device: string;
  session: string;
}

/** One history, to be recorded in several environments: that of an account with two events. */
export interface SharedHistory extends Actor {
  /** A blocked login, and a proven login that was let through. */
  events: [stopped: string, proven: string];
  /** Has one event, with the same fingerprint from the same network. */
  neighbor: Actor & { event: string };
  address: string;
  narrow: string;
  wide: string;
}

let networks = 0;

export function newHistory(): SharedHistory {
  networks += 1;
  const wide = `100.${networks}`;
  return {
    ...newActor(),
    events: [id('event'), id('event')],
    neighbor: { ...newActor(), event: id('event') },
    address: `${wide}.113.7`,
    narrow: `${wide}.113.0/24`,
    wide: `${wide}.0.0/16`,
  };
}

function newActor(): Actor {
  const name = id('user');
  return { name, account: digest(name), device: id('device'), session: id('session') };
}

/** The keys of an event of the history. */
export function keysAt(number: number, at: number, { name, account, address, narrow, wide }: SharedHistory): EventKeys {
  return eventKeys(number, {
    at,
    accountKey: account,
    persistentId: digest(`${name} phone`),
    fingerprint: digest(`${name} fp`),
    sessionToken: digest(`${name} token`),
    idempotencyKey: name,
    counterAddress: address,
    narrowNetwork: narrow,
    wideNetwork: wide,
  });
}

export function candidateOf({ name }: SharedHistory): CandidateKey {
  return { kind: 1, digest: digest(`${name} key`) };
}

const SAMPLE = eventRow(eventKeys(0));
const SIGNAL = SAMPLE.signals[0] as FiredSignal;
const ATTACKED = [{ ...SIGNAL, code: 'ATTACK_WAVE' as const }, SIGNAL];
/** The device was found by its own id, with a difference. */
const FOUND_AGAIN = { ...SAMPLE.resolution, method: 'persistent_id' } as const;

/** Records only the first event. */
export async function begin(
  store: Store,
  { number }: Environment,
  history: SharedHistory,
  more: Partial<EventRow> = {},
): Promise<void> {
  const from = keysAt(number, more.at ?? NOON, history);
  const whole = writes(from, { event: { decision: 'block', ...more } });
  const device = { ...whole.device, addKeys: [candidateOf(history)], countFrequencies: [history.name] };
  await save(store, from, history, history.events[0], { ...whole, device, failure: 'login' }, true);
  await store.rollups.applyPending(number, 9);
}

/** Records the whole history; `later` (ms) makes its values differ. */
export async function fill(store: Store, environment: Environment, history: SharedHistory, later: number) {
  const { number } = environment;
  const { name, account, device, neighbor, wide, narrow, events } = history;
  const [stopped, proven] = events;
  await begin(store, environment, history, { at: NOON + later, signals: ATTACKED });
  const next = keysAt(number, NOON + later + MINUTE, history);
  const proof = { fingerprintRecognized: true, networkProof: { narrow, wide, confirmed: true } };
  await save(
    store,
    next,
    history,
    proven,
    {
      ...writes(next, { event: { decision: 'allow', resolution: FOUND_AGAIN } }),
      ...proof,
      recovery: true,
      fingerprintSettled: true,
      idempotency: { key: name, requestDigest: `d${later}`, response: '{"data":1}' },
      importPosition: { source: name, line: 1 + later, savedAt: NOON },
    },
    false,
  );
  const beside = {
    ...next,
    accountKey: neighbor.account,
    persistentId: null,
    sessionToken: null,
    idempotencyKey: null,
  };
  await save(store, beside, neighbor, neighbor.event, { ...writes(beside), ...proof }, true);
  const row = outcome(stopped, { reason: `reason ${later}` });
  await store.outcomes.revise(number, stopped, () => ({ row, deliveries: [], dueAt: NOON }));
  for (const target of [{ kind: 'account', key: account } as const, { kind: 'device', key: device } as const]) {
    const note = { id: id('note'), text: `note ${later}`, createdBy: MEMBER, createdAt: NOON, updatedAt: NOON, target };
    await store.notes.create(number, note, account, 9, auditEvent(environment));
  }
  const trust = { auditEvent: auditEvent(environment), deliveries: [] };
  await store.trust.setTrust(number, device, true, NOON + later, trust);
  await store.rollups.applyPending(number, 9);
}

/**
 * Records a blocked login of the account that no other environment has, with its own device and address, and a label; the rollups
 * do not have it yet.
 */
export async function addEvent(store: Store, { number }: Environment, history: SharedHistory): Promise<void> {
  const address = history.address.replace('.113.', '.114.');
  const keys = keysAt(number, NOON + HOUR / 2, history);
  const from = { ...keys, persistentId: null, idempotencyKey: null, counterAddress: address };
  const actor = { ...history, device: id('device'), session: id('session') };
  const added = id('event');
  await save(store, from, actor, added, writes(from, { event: { decision: 'block', signals: ATTACKED } }), true);
  await store.outcomes.revise(number, added, () => ({ row: outcome(added), deliveries: [], dueAt: NOON }));
}

/** Saves an event of an account: its first on a device creates device and session, later ones use and prove them. */
async function save(
  store: Store,
  from: EventKeys,
  { name, account, device, session }: Actor,
  eventId: string,
  whole: EventWrites,
  created: boolean,
): Promise<void> {
  await store.ingest(async (transaction) => {
    const { accountFirstSeenAt } = await transaction.loadHistory(from);
    const attachId = created ? from.persistentId : null;
    const profile = { os_family: 'macOS', screen: from.at };
    await transaction.save({
      ...whole,
      event: { ...whole.event, id: eventId, deviceId: device, sessionId: session },
      device: { ...whole.device, id: device, created, attachId, profile },
      account: { key: account, externalId: name, created: accountFirstSeenAt === null },
      pair: { ...UNPROVEN_PAIR, created, proven: !created, withServerSignals: !created, confirmed: !created },
      session: { id: session, created },
    });
  });
}

/** Changes what `fill` has recorded in every way that storage offers, up to its erasure. */
export async function change(store: Store, environment: Environment, history: SharedHistory): Promise<void> {
  const { number } = environment;
  const { account, device, events } = history;
  const [stopped] = events;
  const from = keysAt(number, NOON + 2 * DAY, history);
  const whole = writes(from, { device: { networks: ['198.51.100.0/24'] } });
  const refuteId = { persistentId: from.persistentId ?? '', cloned: true };
  await save(
    store,
    from,
    history,
    id('event'),
    { ...whole, device: { ...whole.device, refuteId }, recovery: true },
    false,
  );
  const row = outcome(stopped, { revision: 2, label: 'payment_fraud' });
  await store.outcomes.revise(number, stopped, () => ({ row, deliveries: [], dueAt: NOON }));
  const trust = { auditEvent: auditEvent(environment), deliveries: [] };
  await store.trust.setTrust(number, device, false, NOON, trust);
  await store.rollups.applyPending(number, 9);
  await store.rollups.reset(number);
  await store.rollups.applyPending(number, 9);
  await store.rollups.deleteNetworksBefore(number, NOON + 9 * DAY, 9);
  await store.privacy.forgetBefore(number, NOON + 9 * DAY, 1);
  await store.privacy.forgetResponses(number, NOON + 9 * DAY, 9);
  await store.privacy.forgetFailures(number, { now: NOON, before: NOON + 9 * DAY, importing: NOON }, 9);
  await store.privacy.eraseAccount(number, account, digest('erased'), () => auditEvent(environment));
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
