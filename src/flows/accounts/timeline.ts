// Builds the timeline of an account from its newest events, outcomes and notes: important events, with runs merged into one entry. Pure.
import { parseAddress } from '../../devices/network.ts';
import type { ActivityEvent, ActivityOutcome } from '../../records/activity.ts';
import type { Note } from '../../records/notes.ts';
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { isStopped } from '../../vocabulary/decisions.ts';
import { type EventClass, eventClass } from '../../vocabulary/event-types.ts';
import type { TimelineKind } from '../../vocabulary/words.ts';
import { isReported } from '../events/reported-events.ts';

export interface TimelineEntry {
  kind: TimelineKind;
  /** The time of the first event, or when the outcome or note was written, ms. */
  firstAt: number;
  lastAt: number;
  /** The events it is about, at least one except for a note on the account. */
  events: readonly ActivityEvent[];
  /** The event that stands for all of them; null without events. */
  telling: ActivityEvent | null;
  newDevice: boolean;
  newNetwork: boolean;
  outcome: Pick<ActivityOutcome, 'label' | 'evaluation' | 'submittedBy'> | null;
  note: Pick<Note, 'id' | 'text' | 'createdBy'> | null;
}

interface TimelineInput {
  /** In any order. */
  events: readonly ActivityEvent[];
  outcomes: readonly ActivityOutcome[];
  notes: readonly Note[];
  /** Devices and networks (`networkOf`) that were proven before the first of the events. */
  known: { devices: ReadonlySet<string>; networks: ReadonlySet<string> };
}

/** Classes of events that change who can get into an account. */
const CHANGES: readonly EventClass[] = ['recovery', 'sensitive'];
/** The longest pause within a run: attempts of one attack follow each other, and labels are given in one sitting. */
const LONGEST_PAUSE: Readonly<Record<TimelineKind, number>> = {
  stopped: 6 * HOUR,
  outcome: HOUR,
  // A phone changes its network every day.
  first_login: 7 * DAY,
  change: 0,
  note: 0,
};

/** A login, signup or passed second factor that was let through. */
export const isSuccess = ({ type, decision }: Pick<ActivityEvent, 'type' | 'decision'>): boolean =>
  !isStopped(decision) && eventClass(type) === 'success';

/** Whether it is a login or signup: a server that reports only second factors leaves the logins to browsers. */
const isLogin = ({ type }: Pick<ActivityEvent, 'type'>): boolean =>
  eventClass(type) === 'success' && type !== 'mfa_passed';

/** The network of an address as the timeline counts it: its /24 or /48. Null without an address. */
export function networkOf(address: string | null): string | null {
  return address === null ? null : (parseAddress(address)?.narrow ?? null);
}

/** An entry under construction: mutable, so that a run of thousands of events is not copied for each of them. */
type Draft = Omit<TimelineEntry, 'events' | 'telling'> & { events: ActivityEvent[] };

/** The entries, newest first. */
export function timelineOf({ events, outcomes, notes, known }: TimelineInput): TimelineEntry[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const entries = [
    ...ofEvents(events, known),
    ...outcomes.flatMap((outcome) => ofOutcome(outcome, byId.get(outcome.eventId))),
    ...notes.map((note) => ofNote(note, byId.get(note.target.key))),
  ].sort((one, other) => one.firstAt - other.firstAt);
  const merged: Draft[] = [];
  for (const entry of entries) {
    const run = merged.at(-1);
    if (run !== undefined && continues(run, entry)) {
      run.lastAt = entry.lastAt;
      run.events.push(...entry.events);
    } else merged.push(entry);
  }
  return merged.reverse().map((entry) => ({ ...entry, telling: tellingOf(entry.events) }));
}

/**
 * The one with the highest score, of those that the server reported if there are any: twelve wrong passwords under the public key are blocked
 * (100), and took the place of the change of the payout that had been challenged.
 */
export function tellingOf(events: readonly ActivityEvent[]): ActivityEvent | null {
  const byScore = events.toSorted((one, other) => other.score - one.score);
  return byScore.find(isReported) ?? byScore[0] ?? null;
}

/**
 * With a login under the public key from the thief's machine before the takeover, that machine was known, and the timeline did not show the
 * takeover. So claims make nothing known to what the server reports, if it reports logins.
 */
function ofEvents(events: readonly ActivityEvent[], known: TimelineInput['known']): Draft[] {
  const seen = { all: copyOf(known), reported: copyOf(known) };
  const isVerified = events.some((event) => isReported(event) && isLogin(event));
  return events
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap((event) => {
      if (isStopped(event.decision)) return [entryOf('stopped', event)];
      if (CHANGES.includes(eventClass(event.type))) return [entryOf('change', event)];
      if (!isSuccess(event)) return [];
      const network = networkOf(event.address);
      const before = isVerified && isReported(event) ? seen.reported : seen.all;
      const newDevice = !before.devices.has(event.deviceId);
      const newNetwork = network !== null && !before.networks.has(network);
      for (const one of isReported(event) ? [seen.all, seen.reported] : [seen.all]) {
        one.devices.add(event.deviceId);
        if (network !== null) one.networks.add(network);
      }
      return newDevice || newNetwork ? [{ ...entryOf('first_login', event), newDevice, newNetwork }] : [];
    });
}

const copyOf = ({ devices, networks }: TimelineInput['known']) => ({
  devices: new Set(devices),
  networks: new Set(networks),
});

function entryOf(kind: TimelineKind, event: ActivityEvent): Draft {
  const none = { newDevice: false, newNetwork: false, outcome: null, note: null };
  return { kind, firstAt: event.at, lastAt: event.at, events: [event], ...none };
}

function ofOutcome(outcome: ActivityOutcome, event: ActivityEvent | undefined): Draft[] {
  if (event === undefined) return [];
  const at = { firstAt: outcome.submittedAt, lastAt: outcome.submittedAt };
  return [{ ...entryOf('outcome', event), ...at, outcome }];
}

function ofNote(note: Note, event: ActivityEvent | undefined): Draft {
  const at = { firstAt: note.createdAt, lastAt: note.createdAt };
  const none = { newDevice: false, newNetwork: false, outcome: null };
  return { kind: 'note', ...at, events: event === undefined ? [] : [event], ...none, note };
}

/** Whether an entry continues the run. A first login on a new device is never merged with another: it may be the theft. */
function continues(run: Draft, next: Draft): boolean {
  if (run.kind !== next.kind || next.firstAt - run.lastAt > LONGEST_PAUSE[run.kind]) return false;
  if (run.kind === 'first_login') return !run.newDevice && !next.newDevice;
  if (run.kind !== 'outcome') return run.kind === 'stopped';
  return run.outcome?.label === next.outcome?.label && run.outcome?.submittedBy === next.outcome?.submittedBy;
}
