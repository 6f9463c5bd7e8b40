// The texts of timeline entries. Pure.
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import type { TimelineEntry } from '../api/types.ts';
import { DECISION_TEXT, eventName, LABEL_TEXT } from '../components/wording.ts';

/** What happened, in a few words. */
export function entryTitle(entry: TimelineEntry): string {
  const { kind, event, event_count: events, event_types: types } = entry;
  if (kind === 'note') return 'Note';
  if (kind === 'outcome') return `Labeled ${entry.label === null ? 'without a label' : LABEL_TEXT[entry.label]}`;
  const name = eventName(event?.event_type ?? types[0] ?? '');
  if (kind === 'change') return name;
  if (kind === 'stopped') {
    if (events > 1) return `${formatNumber(events)} events challenged or blocked`;
    return `${name}: ${event === null ? 'stopped' : DECISION_TEXT[event.decision].done.toLowerCase()}`;
  }
  if (events > 1) return `${formatNumber(events)} logins from new networks`;
  const place = [...(entry.new_device ? ['device'] : []), ...(entry.new_network ? ['network'] : [])].join(' and ');
  return `${name} from a new ${place}`;
}

/** What else is known about it: how many, and from where. Empty when the title says it all. */
export function entryDetails(entry: TimelineEntry): string {
  const { kind, event_count: events } = entry;
  const parts: string[] = [];
  if (kind === 'outcome' && events > 1) parts.push(formatCount(events, 'event'));
  if (kind === 'stopped' && events > 1) {
    parts.push(entry.event_types.map(eventName).join(', '));
    parts.push(formatCount(entry.device_count, 'device'), formatCount(entry.network_count, 'network'));
  }
  if (entry.first_at !== entry.last_at) parts.push(`within ${duration(entry)}`);
  if (kind !== 'note' && kind !== 'outcome' && entry.event !== null) {
    parts.push(events > 1 ? `highest score ${entry.event.score}` : `score ${entry.event.score}`);
  }
  if (entry.written_by !== null) parts.push(`by ${entry.written_by}`);
  return parts.join(' · ');
}

function duration({ first_at: first, last_at: last }: TimelineEntry): string {
  const minutes = Math.ceil((Date.parse(last) - Date.parse(first)) / 60_000);
  if (minutes < 120) return formatCount(minutes, 'minute');
  return minutes < 48 * 60
    ? formatCount(Math.round(minutes / 60), 'hour')
    : formatCount(Math.round(minutes / 1440), 'day');
}

/** The times of the run as a filter of events; `to` is exclusive. */
export function entryRange({ first_at: first, last_at: last }: TimelineEntry): { from: string; to: string } {
  return { from: first, to: new Date(Date.parse(last) + 1).toISOString() };
}
