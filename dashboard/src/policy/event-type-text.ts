// Event types as people read and type them: those of the catalog by their names, a customer's own by its code. Pure.
import { EVENT_TYPE_PATTERN, EVENT_TYPES } from '../../../src/vocabulary/event-types.ts';
import { eventName } from '../components/wording.ts';

const CODES = Object.keys(EVENT_TYPES);
const CODE_BY_NAME = new Map(CODES.map((code) => [eventName(code).toLowerCase(), code]));
const PATTERN = new RegExp(EVENT_TYPE_PATTERN);

export const EVENT_TYPE_NAMES = CODES.map(eventName);

export const EVENT_TYPE_ERROR = 'Choose an event type, or enter your own: lowercase letters, digits, “_” and “.”';

/** What a field shows for a code. An own type stays as it is, because its name could not be turned back into its code. */
export function eventTypeText(code: string): string {
  return Object.hasOwn(EVENT_TYPES, code) ? eventName(code) : code;
}

/** The code of an entered text, which is a name or a code. */
export function eventTypeOf(text: string): string {
  const entered = text.trim();
  return CODE_BY_NAME.get(entered.toLowerCase()) ?? entered;
}

export function isEventType(code: string): boolean {
  return PATTERN.test(code);
}
