// The words of the API in plain English. Each table is complete by type: a new word does not compile without its text.
import type { SignalCode } from '../../../src/scoring/signals/index.ts';
import type { EVENT_TYPES } from '../../../src/vocabulary/event-types.ts';
import type {
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
  allow: { name: 'Allow', done: 'Allowed', advice: 'Let it through. Nothing more is needed.' },
  monitor: {
    name: 'Monitor',
    done: 'Monitored',
    advice: 'Let it through and keep an eye on the account: something is slightly unusual.',
  },
  challenge: {
    name: 'Challenge',
    done: 'Challenged',
    advice: 'Ask for a second proof (one-time code, passkey, e-mail link) before letting it through.',
  },
  block: {
    name: 'Block',
    done: 'Blocked',
    advice: 'Refuse it. If the customer complains, check the evidence below first.',
  },
};

export const EVALUATION_TEXT: Record<Evaluation, { name: string; tone: 'good' | 'bad' | 'quiet' }> = {
  correct_allow: { name: 'Correct allow', tone: 'good' },
  correct_monitor: { name: 'Correct monitor', tone: 'good' },
  correct_challenge: { name: 'Correct challenge', tone: 'good' },
  correct_block: { name: 'Correct block', tone: 'good' },
  potential_false_positive: { name: 'Possible false alarm', tone: 'bad' },
  potential_false_negative: { name: 'Possibly missed', tone: 'bad' },
  inconclusive: { name: 'No label', tone: 'quiet' },
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
  fraud_confirmed: 'Confirmed fraud of a kind that has no label of its own.',
  account_takeover: 'Somebody else was in the customer’s account.',
  bot_confirmed: 'An unwanted program, not a person.',
  automation_legitimate: 'A welcome program: monitoring, a test, a partner’s integration.',
  credential_stuffing: 'Stolen names and passwords, tried on one account after the other.',
  brute_force: 'Passwords guessed again and again.',
  multi_account_abuse: 'One person behind several accounts: bonuses, votes, evaded bans.',
  payment_fraud: 'A payment with somebody else’s means.',
  unknown: 'Looked into, and it cannot be told.',
};

export const AUTHENTICATION_TEXT: Record<AuthenticationOutcome, string> = {
  login_success: 'Log-in succeeded',
  login_failed: 'Log-in failed',
  mfa_passed: 'Second factor passed',
  mfa_failed: 'Second factor failed',
  password_reset_completed: 'Password reset completed',
  password_reset_rejected: 'Password reset rejected',
  account_locked: 'Account locked',
  session_revoked: 'Session revoked',
};

export const METHOD_TEXT: Record<ResolutionMethod, { name: string; meaning: string }> = {
  persistent_id: {
    name: 'Recognized by its id',
    meaning: 'The browser presented the id that was stored on it, and nothing contradicts it.',
  },
  fingerprint_exact: {
    name: 'Recognized by its traits',
    meaning: 'Not by its stored id, but every known trait equals exactly one known device.',
  },
  fingerprint_similar: {
    name: 'Recognized, with changes',
    meaning:
      'Traits agree so well with one known device that only ordinary changes (such as an update) explain the rest.',
  },
  ambiguous: {
    name: 'Not surely recognized',
    meaning:
      'So it is kept as a device of its own until its stored id returns: two people must never be taken for one.',
  },
  new_device: { name: 'New device', meaning: 'No known device fits, so a new one was made.' },
  insufficient_signals: { name: 'Too little to tell', meaning: 'The event carried almost no device traits.' },
};

export const NETWORK_TEXT: Record<NetworkClassification, string> = {
  public: 'Public internet',
  private: 'Private network',
  loopback: 'This machine (loopback)',
  link_local: 'Link-local',
  carrier_nat: 'Carrier NAT',
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

export const DELIVERY_TEXT: Record<DeliveryStatus, { name: string; tone: 'good' | 'bad' | 'quiet' | 'wait' }> = {
  pending: { name: 'Waiting', tone: 'wait' },
  delivered: { name: 'Delivered', tone: 'good' },
  failed: { name: 'Failed for good', tone: 'bad' },
  exhausted: { name: 'Gave up after 5 tries', tone: 'bad' },
  cancelled: { name: 'Cancelled', tone: 'quiet' },
};

export const ROLE_TEXT: Record<Role, { name: string; may: string }> = {
  owner: { name: 'Owner', may: 'everything, members included' },
  admin: { name: 'Admin', may: 'everything but members' },
  analyst: { name: 'Analyst', may: 'read, label, trust devices, simulate' },
  viewer: { name: 'Viewer', may: 'read only' },
};

const SIGNAL_TEXT: Record<SignalCode, string> = {
  NEW_DEVICE: 'New device',
  UNPROVEN_DEVICE: 'Unproven device',
  FINGERPRINT_ONLY: 'Recognized by traits alone',
  KNOWN_DEVICE: 'Known device',
  TRUSTED_DEVICE: 'Trusted device',
  DEVICE_TAMPERED: 'Tampered device',
  NEW_NETWORK: 'New network',
  UNRECOGNIZED_CONTEXT: 'Unfamiliar surroundings',
  RAPID_NETWORK_CHANGE: 'Rapid change of networks',
  DORMANT_ACCOUNT: 'Dormant account',
  LOGIN_FAILURES_ELEVATED: 'Several failed log-ins',
  BRUTE_FORCE_SUSPECTED: 'Suspected brute force',
  PERSISTENT_FAILURES: 'Persistent failures',
  UNFAMILIAR_DEVICE: 'Unfamiliar device',
  ACCOUNT_UNDER_ATTACK: 'Account under attack',
  MULTI_ACCOUNT_FAILURES: 'Failures on several accounts',
  CREDENTIAL_STUFFING_SUSPECTED: 'Suspected credential stuffing',
  ATTACK_WAVE: 'Wave of attacks',
  AUTOMATION_TRACES: 'Traces of automation',
  AUTOMATION_SUSPECTED: 'Suspected automation',
  SIGNALS_MISSING: 'Missing browser signals',
  UNKNOWN_SOURCE: 'Unknown source',
  MULTIPLE_ACCOUNTS_PER_DEVICE: 'Many accounts on one device',
  SIGNUP_VELOCITY: 'Too many sign-ups',
  PASSWORD_RESET_VELOCITY: 'Too many password resets',
  MFA_ABUSE_SUSPECTED: 'Suspected second-factor abuse',
  PAYMENT_VELOCITY: 'Too many failed payments',
  SENSITIVE_CHANGE_UNRECOGNIZED: 'Sensitive change from an unfamiliar source',
  PAYMENT_ON_NEW_DEVICE: 'Payment on a new device',
  SESSION_DEVICE_CHANGED: 'Session moved to another device',
};

/** The name of a signal for people; a code from a newer service is spoken as it is. */
export function signalName(code: string): string {
  return Object.hasOwn(SIGNAL_TEXT, code) ? SIGNAL_TEXT[code as SignalCode] : spoken(code);
}

const EVENT_TEXT: Record<keyof typeof EVENT_TYPES, string> = {
  login: 'Log-in',
  signup: 'Sign-up',
  mfa_passed: 'Second factor passed',
  login_failed: 'Failed log-in',
  mfa_challenge: 'Second factor asked for',
  mfa_failed: 'Second factor failed',
  password_reset_requested: 'Password reset requested',
  password_reset_completed: 'Password reset completed',
  email_change: 'E-mail changed',
  phone_change: 'Phone changed',
  password_change: 'Password changed',
  mfa_disabled: 'Second factor switched off',
  payout_change: 'Payout changed',
  api_key_created: 'API key created',
  payment_attempt: 'Payment attempt',
  payment_failed: 'Payment failed',
  logout: 'Log-out',
};

/** The name of an event type for people; a customer's own type is spoken as it is. */
export function eventName(type: string): string {
  return Object.hasOwn(EVENT_TEXT, type) ? EVENT_TEXT[type as keyof typeof EVENT_TEXT] : spoken(type);
}

/** `password_reset_requested` → `Password reset requested`, `ATTACK_WAVE` → `Attack wave`. */
export function spoken(word: string): string {
  const text = word.replaceAll(/[_.]+/g, ' ').toLowerCase().trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Traits whose spoken form needs more than lower case. */
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
  math_hash: 'Maths rendering',
  fonts_hash: 'Fonts',
  codecs_hash: 'Media codecs',
  hardware_concurrency: 'Processor cores',
  device_memory: 'Memory (GB)',
  max_touch_points: 'Touch points',
  persistent_id: 'Stored id',
  timezone: 'Time zone',
  user_agent: 'User agent',
  hdr: 'High dynamic range',
  indexed_db: 'Indexed database',
  do_not_track: 'Do-not-track wish',
  screen_available: 'Usable screen',
  plugins_count: 'Number of plug-ins',
  vendor: 'Browser vendor',
};

/** The name of a device trait for people. */
export function traitName(signal: string): string {
  return TRAIT_NAMES[signal] ?? spoken(signal);
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
