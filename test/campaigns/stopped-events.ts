// Stopped events as tests need them, and the groups that they form.
import { groupEvents } from '../../src/flows/campaigns/group-events.ts';
import type { StoppedEvent } from '../../src/records/campaigns.ts';

let number = 0;
/** A failed login on a separate account from a separate source. */
export function attempt(at: number, more: Partial<StoppedEvent> = {}): StoppedEvent {
  number += 1;
  const name = String(number).padStart(6, '0');
  return {
    id: `evt_${name}`,
    at,
    type: 'login_failed',
    accountKey: `account ${name}`,
    deviceId: `device ${name}`,
    address: `address ${name}`,
    fingerprint: `fingerprint ${name}`,
    decision: 'challenge',
    score: 50,
    recognized: false,
    isNewDevice: true,
    attackSignal: 'UNKNOWN_ACCOUNT',
    credential: 'secret',
    labeled: false,
    ...more,
  };
}
const inOrder = (events: readonly StoppedEvent[]) =>
  events.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));

export const times = (count: number, make: (index: number) => StoppedEvent) =>
  Array.from({ length: count }, (_, i) => make(i));

/** Kind and size of every group of more than one event. */
export const groups = (events: readonly StoppedEvent[]) =>
  groupEvents(inOrder(events))
    .filter(({ kind }) => kind !== 'single')
    .map(({ kind, events: { length } }) => `${kind} ${length}`);
