// Determines whether a submitted outcome is the first one, a revision, or unchanged.
import type { AuthenticationOutcome, Label } from '../vocabulary/words.ts';

/** Limits of a submission; lengths in code points. */
export const OUTCOME_LIMITS = { reason: 500, metadataKeys: 10, metadataValue: 200 } as const;

export type MetadataValue = string | number | boolean;

/** A submitted outcome; at least one of `label` and `authenticationOutcome` is set. */
export interface Submission {
  label: Label | null;
  authenticationOutcome: AuthenticationOutcome | null;
  reason: string | null;
  metadata: Readonly<Record<string, MetadataValue>> | null;
}

export type Revision = 'unchanged' | 'created' | 'updated';

/**
 * Compares only label and authentication outcome: a new reason for the same labels creates no new row, so that
 * retries and repeated imports are idempotent.
 */
export function revisionOf(
  current: Pick<Submission, 'label' | 'authenticationOutcome'> | null,
  next: Pick<Submission, 'label' | 'authenticationOutcome'>,
): Revision {
  if (current === null) return 'created';
  const same = current.label === next.label && current.authenticationOutcome === next.authenticationOutcome;
  return same ? 'unchanged' : 'updated';
}
