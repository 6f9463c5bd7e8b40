// The evidence of a signal for people: names that say what was looked at, times and spans that can be read. Pure.
import { spanned } from '../../../src/scoring/wording.ts';
import { utc } from '../components/Timestamp.tsx';
import { eventName, METHOD_TEXT, spoken } from '../components/wording.ts';

type Value = string | number | boolean | null;

const NAMES: Readonly<Record<string, string>> = {
  account_has_history: 'Account has a history',
  ago_ms: 'How long before',
  device_created: 'Device first seen now',
  history_ms: 'Since the first of them',
  idle_ms: 'Unused for',
  key: 'Counted by',
  own_look: 'Looks like its own device',
  proofs: 'Confirmed log-ins',
  proven_for_ms: 'Proven for',
  proven_neighbours: 'Proven networks near it',
  threshold_ms: 'Counts from',
  window_ms: 'Within',
};

/** `history_ms` → `Since the first of them`; a name that is not known is spoken as it is. */
export function evidenceName(name: string): string {
  return NAMES[name] ?? spoken(name);
}

/** `first_seen_at: 1772480613261` → `2026-03-02 19:43:33 UTC`, `window_ms: 3600000` → `1 hour`. */
export function evidenceValue(name: string, value: Exclude<Value, boolean>): string {
  if (value === null) return 'none';
  if (typeof value === 'number') {
    if (name.endsWith('_at')) return `${utc(new Date(value).toISOString())} UTC`;
    return name.endsWith('_ms') ? spanned(value) : value.toLocaleString('en');
  }
  if (name === 'change') return eventName(value);
  if (name === 'resolution' && Object.hasOwn(METHOD_TEXT, value)) return METHOD_TEXT[value as 'new_device'].name;
  return name === 'state' || name === 'key' ? spoken(value) : value;
}
