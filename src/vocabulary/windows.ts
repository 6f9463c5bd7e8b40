// The history windows of an event: their names, their bits in a stored event, and the partitions that divide each of them.
import { eventClass, scoredType } from './event-types.ts';
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
export const ALL_WINDOWS = 31;

/**
 * The partitions of a window. Rows of one partition never push those of another out of it: otherwise 200 password resets hide the
 * failures before them (36 of 40 credential stuffing attempts were blocked without such a flood, and none with it).
 */
export const PARTITIONS = ['failure', 'attempt', 'success'] as const;
export type Partition = (typeof PARTITIONS)[number];

/**
 * The maximum rows of each partition in a window. Failures: an account is kept at most 20 times (`src/scoring/window-membership.ts`),
 * so a full partition names at least 20 accounts, the highest threshold of credential stuffing. Attempts: the thresholds are at
 * most 10 within an hour, and at most 180 are kept an hour. Successes: a hundred recognized accounts make any address
 * shared.
 */
export const PARTITION_CAP = { failure: 400, attempt: 200, success: 100 } as const satisfies Record<Partition, number>;

/** The partition of an event: failed logins, successes, and everything else that is attempted. Asked of every row read. */
export const partitionOf: (type: string) => Partition = memo(5_000, (type) => {
  const kind = eventClass(type);
  if (kind === 'failure') return 'failure';
  // Signups are attempts: they are counted for abuse, not for familiarity.
  return kind === 'success' && scoredType(type) !== 'signup' ? 'success' : 'attempt';
});
