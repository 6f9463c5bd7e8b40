// Derives the result of a challenge from the account's later second-factor events. Pure.
import { EVENT_TYPE_ALIASES, readEventType } from '../../../src/vocabulary/event-types.ts';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { EventItem } from '../api/types.ts';

/** How long after a challenge a second factor counts as its result: a code sent by message may arrive late. */
export const RESULT_WINDOW_MINUTES = 60;

const TYPES: readonly string[] = ['mfa_passed', 'mfa_failed'];
/** The event types to filter by: both types and their aliases from other systems. */
export const RESULT_TYPES: readonly string[] = [
  ...TYPES,
  ...Object.keys(EVENT_TYPE_ALIASES).filter((alias) => TYPES.includes(readEventType(alias) ?? '')),
];

type Challenged = Pick<EventItem, 'id' | 'created_at'> & { device: { id: string } };
type SecondFactor = Challenged & Pick<EventItem, 'event_type' | 'credential'>;

/**
 * `Passed: the account’s second factor was accepted 40 seconds later, on this device.` An event under a public key is only a
 * claim: anyone who can open the page can send it. Until the hour is over, the result may still arrive.
 */
export function challengeResult(event: Challenged, secondFactors: readonly SecondFactor[], isOver: boolean): string {
  const later = secondFactors
    .filter(({ id, created_at: at }) => id !== event.id && at >= event.created_at)
    .sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
  const passed = firstPassed(
    event,
    later.filter(({ credential }) => credential === 'secret'),
  );
  if (passed !== undefined) return `Passed: the account’s second factor was accepted ${whenAndWhere(event, passed)}.`;
  // Any other pass was reported only with a public key.
  const claim = firstPassed(event, later);
  if (claim !== undefined) {
    return `Not proven: only a browser says that a second factor was accepted ${whenAndWhere(event, claim)}.`;
  }
  const failures = `${formatCount(later.length, 'second factor')} of the account failed`;
  if (later.length > 0)
    return isOver ? `Not passed: ${failures} within an hour.` : `Not passed yet: ${failures} so far.`;
  const silence = 'no second factor of the account was reported';
  return isOver ? `Unknown: ${silence} within an hour.` : `Not known yet: ${silence} so far.`;
}

/** The first pass on the event's device, otherwise the first on any device. */
function firstPassed(event: Challenged, secondFactors: readonly SecondFactor[]): SecondFactor | undefined {
  const passed = secondFactors.filter(({ event_type: type }) => readEventType(type) === 'mfa_passed');
  return passed.find(({ device }) => device.id === event.device.id) ?? passed[0];
}

function whenAndWhere(event: Challenged, later: Challenged): string {
  const seconds = Math.round((Date.parse(later.created_at) - Date.parse(event.created_at)) / 1000);
  const time = seconds < 120 ? formatCount(seconds, 'second') : formatCount(Math.round(seconds / 60), 'minute');
  return `${time} later, ${later.device.id === event.device.id ? 'on this device' : 'on another device'}`;
}
