// The history windows of an event: their names, their bits in a stored event, and the partitions that divide each of them.
import { type EventType, eventClass, scoredType } from './event-types.ts';
import { memo } from './memo.ts';

/** The keys that past events are grouped by. The position of a name is its bit in `events.windows`. */
export const WINDOW_NAMES = ['account', 'address', 'device', 'fingerprint', 'session'] as const;
export type WindowName = (typeof WINDOW_NAMES)[number];

/** The bit of a window in `events.windows`. */
export const WINDOW_BIT = {
  account: 1,
  address: 2,
  device: 4,
  fingerprint: 8,
  session: 16,
} as const satisfies Record<WindowName, number>;

/** All windows. */
export const ALL_WINDOWS = 2 ** WINDOW_NAMES.length - 1;

/**
 * The partitions of a window. Rows of one partition never push out those of another: otherwise 200 password resets hide the failures
 * before them (36 of 40 credential stuffing attempts were blocked without such a flood, none with it). Rejections, which are counted
 * over a day, are separate from attempts, which are counted within an hour: a prompt each minute and a reset every third pushed
 * out failed payments two hours old, and 72 cards a day were allowed. Payments are counted within a minute, so that more of them are stored
 * than of other attempts. The position of a name is stored: new ones come last.
 */
export const PARTITIONS = ['failure', 'attempt', 'success', 'rejection', 'payment'] as const;
export type Partition = (typeof PARTITIONS)[number];

/**
 * The maximum rows of each partition in a window. Failures: an account is stored at most 20 times (`src/scoring/window-membership.ts`),
 * so a full partition contains at least 20 accounts, the highest threshold of credential stuffing. Attempts: the thresholds are at
 * most 10 within an hour, and fewer than 200 are stored per hour. Successes: a hundred recognized accounts make any address
 * shared. Rejections: more than an account stores in a day (`window-membership.ts`). Payments: those of new accounts at an address, ten a
 * minute, push out those of old customers after forty minutes.
 */
export const PARTITION_CAP = {
  failure: 400,
  attempt: 200,
  success: 100,
  rejection: 400,
  payment: 400,
} as const satisfies Record<Partition, number>;

/** Wrong codes of the second factor, and declined cards. */
const REJECTIONS: ReadonlySet<string> = new Set(['mfa_failed', 'payment_failed'] satisfies EventType[]);

/** The partition of an event: failed logins, successes, rejections, payments, and all other attempts. Called for every row that is read. */
export const partitionOf: (type: string) => Partition = memo(5_000, (type) => {
  const kind = eventClass(type);
  if (kind === 'failure') return 'failure';
  if (REJECTIONS.has(scoredType(type))) return 'rejection';
  if (kind === 'payment') return 'payment';
  // Signups are attempts: they are counted for abuse, not for familiarity.
  return kind === 'success' && scoredType(type) !== 'signup' ? 'success' : 'attempt';
});
