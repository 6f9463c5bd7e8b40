// Display texts for the API's words. The tables are complete by type: a new word does not compile without a text.
import { SIGNALS } from '../../../src/scoring/signals/index.ts';
import { type EVENT_TYPES, eventClass } from '../../../src/vocabulary/event-types.ts';
import type {
  ActivitySort,
  AuthenticationOutcome,
  ConditionOperator,
  Decision,
  DeliveryStatus,
  Evaluation,
  Label,
  NetworkClassification,
  ResolutionMethod,
  Role,
} from '../../../src/vocabulary/words.ts';

export const DECISION_TEXT: Record<Decision, { name: string; done: string; advice: string }> = {
  allow: { name: 'Allow', done: 'Allowed', advice: 'Let it through. No further action is needed.' },
  monitor: {
    name: 'Monitor',
    done: 'Monitored',
    advice: 'Let it through and watch the account: something is slightly unusual.',
  },
  challenge: {
    name: 'Challenge',
    done: 'Challenged',
    advice: 'Require additional verification (one-time code, passkey, or email link) before letting it through.',
  },
  block: {
    name: 'Block',
    done: 'Blocked',
    advice: 'Reject it. If the customer complains, review the evidence below first.',
  },
};

export const EVALUATION_TEXT: Record<Evaluation, { name: string; tone: 'positive' | 'negative' | 'neutral' }> = {
  correct_allow: { name: 'Correct allow', tone: 'positive' },
  correct_monitor: { name: 'Correct monitor', tone: 'positive' },
  correct_challenge: { name: 'Correct challenge', tone: 'positive' },
  correct_block: { name: 'Correct block', tone: 'positive' },
  potential_false_positive: { name: 'Possible false positive', tone: 'negative' },
  potential_false_negative: { name: 'Possibly missed fraud', tone: 'negative' },
  inconclusive: { name: 'No label', tone: 'neutral' },
};

export const LABEL_TEXT: Record<Label, string> = {
  legitimate: 'Legitimate',
  fraud_confirmed: 'Fraud confirmed',
  account_takeover: 'Account takeover',
  bot_confirmed: 'Bot confirmed',
  automation_legitimate: 'Legitimate automation',
  credential_stuffing: 'Credential stuffing',
  brute_force: 'Brute force',
  multi_account_abuse: 'Multi-account abuse',
  payment_fraud: 'Payment fraud',
  unknown: 'Unknown',
};

export const LABEL_MEANING: Record<Label, string> = {
  legitimate: 'It was the customer.',
  fraud_confirmed: 'Confirmed fraud that no other label describes.',
  account_takeover: 'Someone else accessed the customer’s account.',
  bot_confirmed: 'An unwanted bot, not a person.',
  automation_legitimate: 'Desired automation: monitoring, a test, or a partner’s integration.',
  credential_stuffing: 'Stolen credentials tried on one account after another.',
  brute_force: 'Repeated password guessing.',
  multi_account_abuse: 'One person behind several accounts: bonus abuse, vote manipulation, or ban evasion.',
  payment_fraud: 'A payment with someone else’s payment method.',
  unknown: 'Investigated without a clear result.',
};

export const AUTHENTICATION_TEXT: Record<AuthenticationOutcome, string> = {
  login_success: 'Login succeeded',
  login_failed: 'Login failed',
  mfa_passed: 'Second factor passed',
  mfa_failed: 'Second factor failed',
  password_reset_completed: 'Password reset completed',
  password_reset_rejected: 'Password reset rejected',
  account_locked: 'Account locked',
  session_revoked: 'Session revoked',
};

export const METHOD_TEXT: Record<ResolutionMethod, { name: string; meaning: string }> = {
  persistent_id: {
    name: 'Matched by stored ID',
    meaning: 'A stored ID can be copied. It counts only if enough traits of the device match, too.',
  },
  fingerprint_exact: {
    name: 'Matched by fingerprint',
    meaning: 'The stored ID did not match, but every known trait matches exactly one known device.',
  },
  fingerprint_similar: {
    name: 'Matched by similar fingerprint',
    meaning:
      'The traits match one known device so closely that ordinary changes, such as an update, explain the differences.',
  },
  ambiguous: {
    name: 'Ambiguous match',
    meaning: 'The device stays separate until its stored ID returns, so that two people are never mistaken for one.',
  },
  new_device: { name: 'New device', meaning: 'No known device matches, so a new one was created.' },
  insufficient_signals: { name: 'Insufficient signals', meaning: 'The event carried almost no device traits.' },
};

export const NETWORK_TEXT: Record<NetworkClassification, string> = {
  public: 'Public internet',
  private: 'Private network',
  loopback: 'This machine (loopback)',
  link_local: 'Link-local',
  carrier_nat: 'Carrier-grade NAT',
  documentation: 'Documentation range',
  multicast: 'Multicast',
  reserved: 'Reserved range',
  unspecified: 'Unspecified',
};

export const OPERATOR_TEXT: Record<ConditionOperator, string> = {
  eq: 'is',
  neq: 'is not',
  gt: 'is above',
  gte: 'is at least',
  lt: 'is below',
  lte: 'is at most',
  contains: 'contains',
  in: 'is one of',
};

export const DELIVERY_TEXT: Record<
  DeliveryStatus,
  { name: string; tone: 'positive' | 'negative' | 'neutral' | 'pending' }
> = {
  pending: { name: 'Pending', tone: 'pending' },
  delivered: { name: 'Delivered', tone: 'positive' },
  failed: { name: 'Failed permanently', tone: 'negative' },
  exhausted: { name: 'Retries exhausted', tone: 'negative' },
  cancelled: { name: 'Canceled', tone: 'neutral' },
};

export const ROLE_TEXT: Record<Role, { name: string; access: string }> = {
  owner: { name: 'Owner', access: 'full access, including members' },
  admin: { name: 'Admin', access: 'full access except members' },
  analyst: { name: 'Analyst', access: 'view, label, trust devices, run simulations, and set alerts' },
  viewer: { name: 'Viewer', access: 'view only' },
};

const SIGNAL_TITLES: ReadonlyMap<string, string> = new Map(SIGNALS.map(({ code, title }) => [code, title]));

/** The display name of a signal; an unknown code, from a newer server, is humanized. */
export function signalName(code: string): string {
  return SIGNAL_TITLES.get(code) ?? humanize(code);
}

const EVENT_TEXT: Record<keyof typeof EVENT_TYPES, string> = {
  login: 'Login',
  signup: 'Signup',
  mfa_passed: 'Second factor passed',
  login_failed: 'Failed login',
  mfa_challenge: 'Second factor requested',
  mfa_failed: 'Second factor failed',
  password_reset_requested: 'Password reset requested',
  password_reset_completed: 'Password reset completed',
  email_change: 'Email changed',
  phone_change: 'Phone changed',
  password_change: 'Password changed',
  mfa_disabled: 'Second factor disabled',
  payout_change: 'Payout changed',
  api_key_created: 'API key created',
  payment_attempt: 'Payment attempt',
  payment_failed: 'Payment failed',
  logout: 'Logout',
};

/** The display name of an event type; a customer's own type is humanized. */
export function eventName(type: string): string {
  return Object.hasOwn(EVENT_TEXT, type) ? EVENT_TEXT[type as keyof typeof EVENT_TEXT] : humanize(type);
}

type AccountOfEvent = Readonly<{ external_account_id: string | null; event_type: string }>;

/** Only passive types may lack an account; the account of any other event was erased. */
export const hasErasedAccount = ({ external_account_id: id, event_type: type }: AccountOfEvent) =>
  id === null && eventClass(type) !== 'passive';

export function accountName(event: AccountOfEvent): string {
  return event.external_account_id ?? (hasErasedAccount(event) ? 'erased account' : 'no account');
}

/** A name as it appears within a sentence: `Suspected MFA abuse` becomes `suspected MFA abuse`; `API key created` is unchanged. */
export function inSentence(name: string): string {
  return /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** `password_reset_requested` → `Password reset requested`, `ATTACK_WAVE` → `Attack wave`. */
export function humanize(word: string): string {
  const text = word.replaceAll(/[_.]+/g, ' ').toLowerCase().trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Traits whose humanized name would not be clear. */
const TRAIT_NAMES: Readonly<Record<string, string>> = {
  os_family: 'Operating system',
  os_version: 'OS version',
  browser_family: 'Browser',
  gpu_renderer: 'Graphics card',
  gpu_vendor: 'Graphics vendor',
  gpu_driver: 'Graphics driver',
  webgl_hash: 'WebGL rendering',
  canvas_hash: 'Canvas rendering',
  audio_hash: 'Audio rendering',
  math_hash: 'Math rendering',
  fonts_hash: 'Fonts',
  codecs_hash: 'Media codecs',
  hardware_concurrency: 'Processor cores',
  device_memory: 'Memory (GB)',
  max_touch_points: 'Touch points',
  persistent_id: 'Stored ID',
  timezone: 'Time zone',
  user_agent: 'User agent',
  hdr: 'HDR',
  indexed_db: 'IndexedDB',
  do_not_track: 'Do Not Track',
  screen_available: 'Available screen',
  plugins_count: 'Plugin count',
  vendor: 'Browser vendor',
};

/** The display name of a device trait. */
export function traitName(signal: string): string {
  return TRAIT_NAMES[signal] ?? humanize(signal);
}

/** The value of a device trait for display: `Yes`, `1920 × 1080`. */
export function traitValue(value: string): string {
  if (value === 'true' || value === 'false') return value === 'true' ? 'Yes' : 'No';
  return value.replace(/^(\d+) x (\d+)$/, '$1 × $2');
}

const ACTIVITY_SORT_TEXT: Record<ActivitySort, string> = {
  last_seen: 'Last seen, newest first',
  first_seen: 'First seen, newest first',
  event_count: 'Events, most first',
};

/** The sorts of a list with their names; the first is the order without a parameter. */
export function activitySorts(...sorts: readonly ActivitySort[]) {
  return sorts.map((sort) => [sort, ACTIVITY_SORT_TEXT[sort]] as const);
}
