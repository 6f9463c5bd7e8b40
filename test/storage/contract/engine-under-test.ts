// What every part of the contract suite works on: a store of one engine, and environments of one's own in it.

import { DEFAULT_THRESHOLDS } from '../../../src/policy/policy.ts';
import type { EventHistory, EventKeys, EventWrites } from '../../../src/records/ingest.ts';
import type { Store } from '../../../src/records/store.ts';
import type { Environment } from '../../../src/records/tenants.ts';
import { environment, organization, type WritesOverride, writes } from '../sample.ts';

/** One engine under test. Everything is given back by `close`. */
export interface EngineUnderTest {
  name: string;
  store: Store;
  /** Another store on the same database at the same time, where the engine takes several. */
  another: (() => Promise<Store>) | null;
  /** Closes the store and opens the database again; null for one that ends with its store. */
  reopen: (() => Promise<Store>) | null;
  /** Runs SQL past the store, as an operator with a console would; null where nobody can. */
  console: ((sql: string) => Promise<Record<string, unknown>[]>) | null;
  close(): Promise<void>;
}

/** A new environment in a new organization: nothing of other tests is in it. */
export async function newEnvironment(store: Store): Promise<Environment> {
  const owner = organization();
  const made = environment(owner.id);
  await store.tenants.createOrganization(owner, [made], [], { thresholds: DEFAULT_THRESHOLDS });
  return (await store.tenants.environment(made.id)) as Environment;
}

/** What the store knows of a eventKeys. */
export function known(store: Store, eventKeys: EventKeys): Promise<EventHistory> {
  return store.ingest((transaction) => transaction.loadHistory(eventKeys));
}

/** Keeps one event as a flow would: what exists already is not made again. */
export function keep(store: Store, eventKeys: EventKeys, more: WritesOverride = {}): Promise<EventWrites> {
  return store.ingest(async (transaction) => {
    const context = await transaction.loadHistory(eventKeys);
    const whole = writes(eventKeys, more);
    const holder = context.idOwner;
    const event = { ...whole.event, deviceId: more.event?.deviceId ?? holder?.device.id ?? whole.event.deviceId };
    const created = more.device?.created ?? holder?.device.id !== event.deviceId;
    const device = { ...whole.device, id: event.deviceId, created };
    if (!created && more.device?.attachId === undefined) device.attachId = null;
    if (!created && more.device?.profile === undefined) device.profile = null;
    const pair = created ? null : (await transaction.loadDeviceHistory(eventKeys, event.deviceId)).pair;
    const kept: EventWrites = {
      ...whole,
      event,
      device,
      account: whole.account && { ...whole.account, created: context.accountFirstSeenAt === null },
      pair: whole.pair && { ...whole.pair, created: pair === null },
    };
    await transaction.save(kept);
    return kept;
  });
}
