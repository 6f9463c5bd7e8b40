// The evidence of a signal as readable names, times and durations. Pure.
import { formatDuration } from '../../../src/scoring/format.ts';
import type { EventDetail, SignalWithEvidence } from '../api/types.ts';
import { formatTime } from '../components/time-zone.ts';
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

/** `first_seen_at: 1772480613261` → `2026-03-02 19:43:33 UTC`, `window_ms: 3600000` → `1 hour`. */
export function evidenceValue(name: string, value: Exclude<Value, boolean>): string {
  if (value === null) return 'none';
  if (typeof value === 'number') {
    if (name.endsWith('_at')) return `${formatTime(new Date(value).toISOString(), 'utc')} UTC`;
    return name.endsWith('_ms') ? formatDuration(value) : value.toLocaleString('en');
  }
  if (name === 'change') return eventName(value);
  if (name === 'resolution' && Object.hasOwn(METHOD_TEXT, value)) return METHOD_TEXT[value as 'new_device'].name;
  return name === 'state' || name === 'key' ? humanize(value) : value;
}

/**
 * The event list's filter for the events that a signal counted by account, address, device or fingerprint; null for other
 * evidence. The window ends with the event, which is counted too.
 */
export function countedEvents(
  event: Pick<EventDetail, 'id' | 'occurred_at' | 'external_account_id' | 'device'>,
  metadata: SignalWithEvidence['metadata'] | undefined,
): Record<string, string> | null {
  const { key, window_ms: window } = (metadata ?? {}) as Record<string, unknown>;
  if (typeof key !== 'string' || typeof window !== 'number') return null;
  const filters: Record<string, Record<string, string>> = {
    account: event.external_account_id === null ? {} : { account_id: event.external_account_id },
    address: { network: `net_${event.id.slice(-26)}` },
    device: { device_id: event.device.id },
    fingerprint: { same_fingerprint_as: event.id },
  };
  const filter = filters[key];
  if (filter === undefined || Object.keys(filter).length === 0) return null;
  const at = Date.parse(event.occurred_at);
  return { ...filter, from: new Date(at - window).toISOString(), to: new Date(at + 1).toISOString() };
}
