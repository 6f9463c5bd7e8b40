// The catalog of event types and their classes. To add a type, add one line.

/** The meaning of an event type for recognition and scoring; `passive` types have no account-bound meaning. */
export const EVENT_CLASSES = [
  'success',
  'failure',
  'challenge',
  'recovery',
  'sensitive',
  'payment',
  'passive',
] as const;
export type EventClass = (typeof EVENT_CLASSES)[number];

export const EVENT_TYPES = {
  login: 'success',
  signup: 'success',
  mfa_passed: 'success',
  login_failed: 'failure',
  mfa_challenge: 'challenge',
  mfa_failed: 'challenge',
  password_reset_requested: 'recovery',
  password_reset_completed: 'recovery',
  email_change: 'sensitive',
  phone_change: 'sensitive',
  password_change: 'sensitive',
  mfa_disabled: 'sensitive',
  payout_change: 'sensitive',
  api_key_created: 'sensitive',
  payment_attempt: 'payment',
  payment_failed: 'payment',
  logout: 'passive',
} as const satisfies Record<string, EventClass>;

/** Any type that matches is accepted; a type outside the catalog is passive. */
export const EVENT_TYPE_PATTERN = '^[a-z][a-z0-9_.]{0,63}$';

const CLASSES: ReadonlyMap<string, EventClass> = new Map(Object.entries(EVENT_TYPES));

/** The class of an event type; unknown types are `passive`. */
export function eventClass(type: string): EventClass {
  return CLASSES.get(type) ?? 'passive';
}
