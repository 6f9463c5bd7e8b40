// The engine under test of the storage contract, and steps that every part of the contract shares.
import { DEFAULT_THRESHOLDS } from '../../../src/policy/policy.ts';
import type { EventHistory, EventKeys, EventWrites } from '../../../src/records/ingest.ts';
import type { Store } from '../../../src/records/store.ts';
import type { Environment } from '../../../src/records/tenants.ts';
import { environment, organization, type WritesOverride, writes } from '../sample.ts';

/** One engine under test; `close` releases everything. */
export interface EngineUnderTest {
  name: string;
  store: Store;
  /** Opens another store on the same database; null if one process owns it. */
  openSecondStore: (() => Promise<Store>) | null;
  /** Closes the store and opens the database again; null if the database ends with its store. */
  reopen: (() => Promise<Store>) | null;
  /** Runs SQL directly on the database, as an operator with a console would; null if that is impossible. */
  console: ((sql: string) => Promise<Record<string, unknown>[]>) | null;
  close(): Promise<void>;
}

/** A new environment in a new organization, isolated from other tests. */
export async function newEnvironment(store: Store): Promise<Environment> {
  const home = organization();
  const created = environment(home.id);
  await store.tenants.createOrganization(home, [created], [], { thresholds: DEFAULT_THRESHOLDS });
  return (await store.tenants.environment(created.id)) as Environment;
}

/** The history that the store loads for the keys. */
export function historyOf(store: Store, eventKeys: EventKeys): Promise<EventHistory> {
  return store.ingest((transaction) => transaction.loadHistory(eventKeys));
}

/** Saves one event as a flow would: rows that exist already are not created again. */
export function saveEvent(store: Store, eventKeys: EventKeys, more: WritesOverride = {}): Promise<EventWrites> {
  return store.ingest(async (transaction) => {
    const history = await transaction.loadHistory(eventKeys);
    const whole = writes(eventKeys, more);
    const owner = history.idOwner?.device.id;
    const event = { ...whole.event, deviceId: more.event?.deviceId ?? owner ?? whole.event.deviceId };
    const created = more.device?.created ?? owner !== event.deviceId;
    const device = { ...whole.device, id: event.deviceId, created };
    if (!created && more.device?.attachId === undefined) device.attachId = null;
    if (!created && more.device?.profile === undefined) device.profile = null;
    const pair = created ? null : (await transaction.loadDeviceHistory(eventKeys, event.deviceId)).pair;
    const saved: EventWrites = {
      ...whole,
      event,
      device,
      account: whole.account && { ...whole.account, created: history.accountFirstSeenAt === null },
      pair: whole.pair && { ...whole.pair, created: pair === null },
    };
    await transaction.save(saved);
    return saved;
  });
}
