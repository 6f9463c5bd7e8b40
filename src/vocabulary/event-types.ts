// The catalog of event types and their classes. To add a type, add one line.
import { editDistance } from './edit-distance.ts';
import { memo } from './memo.ts';
import { isForm, isNearWord } from './near-words.ts';

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

/** Any type that matches is accepted; one that is not close to a word of the catalog is passive. */
export const EVENT_TYPE_PATTERN = '^[a-z][a-z0-9_.]{0,63}$';
/** The pattern in words, for the sentence "It must …". */
export const EVENT_TYPE_FORM =
  'begin with a lowercase letter and have at most 64 lowercase letters, digits, "_" and ".", such as login_failed';

export type EventType = keyof typeof EVENT_TYPES;

/** Both results of a first factor. */
export const LOGIN_TYPES = ['login', 'login_failed'] as const satisfies EventType[];

/** The types of one class, in the order of the catalog. */
export function typesOfClass(name: EventClass): EventType[] {
  return (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => EVENT_TYPES[type] === name);
}

/** Names that other systems use for the types of the catalog. A word close to one of these counts, too. */
export const EVENT_TYPE_ALIASES: Readonly<Record<string, EventType>> = {
  sign_in: 'login',
  signin: 'login',
  log_in: 'login',
  log_on: 'login',
  sign_on: 'login',
  login_success: 'login',
  login_succeeded: 'login',
  login_successful: 'login',
  logged_in: 'login',
  user_login: 'login',
  user_logged_in: 'login',
  user_sign_in: 'login',
  sign_up: 'signup',
  register: 'signup',
  registration: 'signup',
  user_created: 'signup',
  user_signup: 'signup',
  user_sign_up: 'signup',
  user_registered: 'signup',
  account_created: 'signup',
  login_failure: 'login_failed',
  login_error: 'login_failed',
  failed_login: 'login_failed',
  user_login_failed: 'login_failed',
  sign_in_failed: 'login_failed',
  signin_failed: 'login_failed',
  sign_on_failed: 'login_failed',
  auth_failed: 'login_failed',
  oauth_failed: 'login_failed',
  authentication_failed: 'login_failed',
  wrong_password: 'login_failed',
  incorrect_password: 'login_failed',
  invalid_credentials: 'login_failed',
  login_unsuccessful: 'login_failed',
  login_rejected: 'login_failed',
  sign_in_failure: 'login_failed',
  failed_sign_in: 'login_failed',
  login_denied: 'login_failed',
  login_attempt_failed: 'login_failed',
  failed_login_attempt: 'login_failed',
  auth_failure: 'login_failed',
  authentication_failure: 'login_failed',
  password_incorrect: 'login_failed',
  mfa_success: 'mfa_passed',
  mfa_succeeded: 'mfa_passed',
  mfa_verified: 'mfa_passed',
  mfa_failure: 'mfa_failed',
  mfa_rejected: 'mfa_failed',
  mfa_denied: 'mfa_failed',
  two_factor_failed: 'mfa_failed',
  totp_failed: 'mfa_failed',
  mfa_requested: 'mfa_challenge',
  mfa_sent: 'mfa_challenge',
  mfa_resent: 'mfa_challenge',
  password_reset: 'password_reset_completed',
  password_reset_success: 'password_reset_completed',
  password_reset_successful: 'password_reset_completed',
  password_reset_succeeded: 'password_reset_completed',
  password_reset_confirmed: 'password_reset_completed',
  password_reset_done: 'password_reset_completed',
  forgot_password: 'password_reset_requested',
  forgotten_password: 'password_reset_requested',
  password_forgotten: 'password_reset_requested',
  password_reset_sent: 'password_reset_requested',
  password_reset_link_sent: 'password_reset_requested',
  password_reset_email_sent: 'password_reset_requested',
  email_update: 'email_change',
  email_updated: 'email_change',
  email_address_change: 'email_change',
  email_address_update: 'email_change',
  email_address_added: 'email_change',
  change_email: 'email_change',
  update_email: 'email_change',
  change_email_address: 'email_change',
  update_email_address: 'email_change',
  recovery_email_change: 'email_change',
  recovery_email_added: 'email_change',
  phone_update: 'phone_change',
  phone_updated: 'phone_change',
  phone_number_change: 'phone_change',
  phone_number_update: 'phone_change',
  phone_number_added: 'phone_change',
  change_phone: 'phone_change',
  update_phone: 'phone_change',
  change_phone_number: 'phone_change',
  update_phone_number: 'phone_change',
  phone_added: 'phone_change',
  phone_removed: 'phone_change',
  recovery_phone_change: 'phone_change',
  recovery_phone_added: 'phone_change',
  password_update: 'password_change',
  password_updated: 'password_change',
  change_password: 'password_change',
  update_password: 'password_change',
  mfa_removed: 'mfa_disabled',
  mfa_deactivated: 'mfa_disabled',
  mfa_reset: 'mfa_disabled',
  mfa_revoked: 'mfa_disabled',
  two_factor_disabled: 'mfa_disabled',
  two_factor_removed: 'mfa_disabled',
  two_factor_deactivated: 'mfa_disabled',
  two_factor_reset: 'mfa_disabled',
  totp_disabled: 'mfa_disabled',
  totp_removed: 'mfa_disabled',
  totp_reset: 'mfa_disabled',
  authenticator_removed: 'mfa_disabled',
  disable_mfa: 'mfa_disabled',
  remove_mfa: 'mfa_disabled',
  payout_update: 'payout_change',
  payout_updated: 'payout_change',
  payout_added: 'payout_change',
  payout_method_change: 'payout_change',
  payout_method_added: 'payout_change',
  payout_method_update: 'payout_change',
  payout_account_change: 'payout_change',
  payout_account_added: 'payout_change',
  payout_account_update: 'payout_change',
  payout_details_change: 'payout_change',
  payout_details_update: 'payout_change',
  payout_destination_change: 'payout_change',
  bank_details_change: 'payout_change',
  bank_details_update: 'payout_change',
  bank_account_change: 'payout_change',
  bank_account_added: 'payout_change',
  bank_account_update: 'payout_change',
  bank_account_created: 'payout_change',
  bank_account_linked: 'payout_change',
  add_bank_account: 'payout_change',
  beneficiary_change: 'payout_change',
  beneficiary_added: 'payout_change',
  beneficiary_update: 'payout_change',
  beneficiary_created: 'payout_change',
  payee_change: 'payout_change',
  payee_added: 'payout_change',
  payee_updated: 'payout_change',
  payee_created: 'payout_change',
  withdrawal_address_change: 'payout_change',
  withdrawal_address_added: 'payout_change',
  withdrawal_address_updated: 'payout_change',
  wallet_address_added: 'payout_change',
  wallet_address_change: 'payout_change',
  iban_change: 'payout_change',
  iban_updated: 'payout_change',
  iban_added: 'payout_change',
  direct_deposit_change: 'payout_change',
  direct_deposit_update: 'payout_change',
  api_key_added: 'api_key_created',
  api_token_created: 'api_key_created',
  api_key_generated: 'api_key_created',
  access_token_created: 'api_key_created',
  payment: 'payment_attempt',
  payment_started: 'payment_attempt',
  payment_created: 'payment_attempt',
  payment_initiated: 'payment_attempt',
  checkout: 'payment_attempt',
  purchase: 'payment_attempt',
  withdrawal: 'payment_attempt',
  withdraw: 'payment_attempt',
  withdrawal_requested: 'payment_attempt',
  withdrawal_created: 'payment_attempt',
  withdrawal_initiated: 'payment_attempt',
  payment_failure: 'payment_failed',
  payment_error: 'payment_failed',
  payment_declined: 'payment_failed',
  payment_rejected: 'payment_failed',
  payment_denied: 'payment_failed',
  payment_unsuccessful: 'payment_failed',
  card_declined: 'payment_failed',
  charge_failed: 'payment_failed',
  sign_out: 'logout',
  signout: 'logout',
  log_out: 'logout',
};

const NAMES: readonly (readonly [name: string, type: EventType])[] = [
  ...Object.keys(EVENT_TYPES).map((type) => [type, type as EventType] as const),
  ...Object.entries(EVENT_TYPE_ALIASES),
];

/** The names of all types with an account-bound meaning, without the words that are only close to one. */
export const ACTIVE_TYPE_NAMES: readonly string[] = NAMES.filter(([, type]) => EVENT_TYPES[type] !== 'passive').map(
  ([name]) => name,
);

/**
 * Each type of the catalog as this program's own string. V8 compares a string read from a request or a row with a literal character by
 * character, and the strings of 700 past events are compared thousands of times.
 */
const CATALOG: ReadonlyMap<string, EventType> = new Map(
  Object.keys(EVENT_TYPES).map((type) => [type, type as EventType]),
);

/** Names at least this long may differ by two edits: shorter names are close to too many others. */
const LONG = 8;
const maxEdits = (name: string): number => (name.length < LONG ? 1 : 2);

/** Whether each part of the name is a form or a misspelling of its part of a known one; `check_out` has the same letters as `checkout`. */
function isNearName(name: string, known: string): boolean {
  const [parts, knownParts] = [name.split('_'), known.split('_')];
  if (parts.length !== knownParts.length) return isForm(parts.join(''), knownParts.join(''));
  return parts.every((part, index) => isNearWord(part, knownParts[index] ?? ''));
}

/**
 * The type of the catalog that an event type is read as: itself, an alias, or another form or a misspelling of one within one edit (from
 * eight characters on two edits); null if there is none. Without this, `email_changed` would be passive and a takeover would score 0.
 * With edits alone, customers' own words were taken for others: `mfa_paused` confirmed a thief's device for good, and `layout_changed`
 * was challenged as the change of a payout (60).
 */
export const readEventType: (type: string) => EventType | null = memo(5_000, (type) => {
  const word = CATALOG.get(type);
  if (word !== undefined) return word;
  const name = type.replaceAll('.', '_');
  let best: EventType | null = null;
  let bestDistance = maxEdits(name) + 1;
  for (const [known, read] of NAMES) {
    if (Math.abs(known.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name, known);
    if (distance >= bestDistance || !isNearName(name, known)) continue;
    [best, bestDistance] = [read, distance];
  }
  return best;
});

/** The event type as scoring reads it: the catalog's word for it, else the type itself. */
export function scoredType(type: string): string {
  return readEventType(type) ?? type;
}

/** The class of the type that an event type is read as; `passive` if no word of the catalog is close. */
export function eventClass(type: string): EventClass {
  const read = readEventType(type);
  return read === null ? 'passive' : EVENT_TYPES[read];
}
