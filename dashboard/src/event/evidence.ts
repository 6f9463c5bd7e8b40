// The evidence of a signal as readable names, times and durations. Pure.
import { formatDuration } from '../../../src/scoring/format.ts';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import type { EventDetail, SignalWithEvidence } from '../api/types.ts';
import { formatTime, type TimeZoneChoice, zoneName } from '../components/time-zone.ts';
import { eventName, humanize, METHOD_TEXT } from '../components/wording.ts';

type Value = string | number | boolean | null;

const NAMES: Readonly<Record<string, string>> = {
  account_has_history: 'Account has history',
  ago_ms: 'Time since',
  device_created: 'First seen with this event',
  history_ms: 'Since the first confirmed login',
  idle_ms: 'Idle for',
  key: 'Counted by',
  own_look: 'Matches its own fingerprint',
  proofs: 'Confirmed logins',
  proven_for_ms: 'Proven for',
  proven_neighbours: 'Proven networks nearby',
  threshold_ms: 'Threshold',
  window_ms: 'Time window',
};

/** `history_ms` → `Since the first confirmed login`; an unknown name is humanized. */
export function evidenceName(name: string): string {
  return NAMES[name] ?? humanize(name);
}

/** `first_seen_at: '2026-03-02T19:43:33.261Z'` → `2026-03-02 19:43:33 UTC`, `window_ms: 3600000` → `1 hour`. */
export function evidenceValue(name: string, value: Exclude<Value, boolean>, zone: TimeZoneChoice): string {
  if (value === null) return 'none';
  if (typeof value === 'number') return name.endsWith('_ms') ? formatDuration(value) : formatNumber(value);
  if (name.endsWith('_at')) return `${formatTime(value, zone)} ${zoneName(value, zone)}`;
  if (name === 'change') return eventName(value);
  if (name === 'resolution' && Object.hasOwn(METHOD_TEXT, value)) return METHOD_TEXT[value as 'new_device'].name;
  return name === 'state' || name === 'key' ? humanize(value) : value;
}

const SHARED = {
  account: 'of this account',
  address: 'from this address',
  device: 'on this device',
  fingerprint: 'with this fingerprint',
} as const;
type Shared = keyof typeof SHARED;
/** Kinds of failed payments of the account: those in its network, or on its devices. */
const OF_ACCOUNT: readonly unknown[] = ['network', 'devices'];
const isShared = (word: unknown): word is Shared => typeof word === 'string' && Object.hasOwn(SHARED, word);

/**
 * A link to the events that a signal counted by account, address, device or fingerprint; null for other evidence. The list also has
 * events of other types, so its name says what the events share. The window ends with the event, which is counted too.
 */
export function countedEvents(
  event: Pick<EventDetail, 'id' | 'occurred_at' | 'external_account_id' | 'device'>,
  metadata: SignalWithEvidence['metadata'] | undefined,
): { name: string; filters: Record<string, string> } | null {
  const { key, about, window_ms: window } = (metadata ?? {}) as Record<string, unknown>;
  // `about` tells whose failures on the account were counted.
  const shared = about === undefined && !OF_ACCOUNT.includes(key) ? key : 'account';
  if (typeof window !== 'number' || !isShared(shared)) return null;
  const filters: Record<Shared, Record<string, string> | null> = {
    account: event.external_account_id === null ? null : { account_id: event.external_account_id },
    address: { network: `net_${event.id.slice(-26)}` },
    device: { device_id: event.device.id },
    fingerprint: { same_fingerprint_as: event.id },
  };
  const filter = filters[shared];
  if (filter === null) return null;
  const at = Date.parse(event.occurred_at);
  return {
    name: `Show all events ${SHARED[shared]} within ${formatDuration(window)}`,
    filters: { ...filter, from: new Date(at - window).toISOString(), to: new Date(at + 1).toISOString() },
  };
}
