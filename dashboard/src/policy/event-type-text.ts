// Event types as people read and type them: catalog types by name, custom types by code. Pure.
import { EVENT_TYPE_PATTERN, EVENT_TYPES } from '../../../src/vocabulary/event-types.ts';
import { eventName } from '../components/wording.ts';

const CODES = Object.keys(EVENT_TYPES);
const CODE_BY_NAME = new Map(CODES.map((code) => [eventName(code).toLowerCase(), code]));
const PATTERN = new RegExp(EVENT_TYPE_PATTERN);

export const EVENT_TYPE_NAMES = CODES.map(eventName);

export const EVENT_TYPE_ERROR = 'Choose an event type, or enter your own: lowercase letters, digits, “_” and “.”';

/** The text that a field shows for a code. A custom type is shown as its code, because its name cannot be converted back. */
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
