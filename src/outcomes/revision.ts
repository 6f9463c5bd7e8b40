// Whether a submission is the standing outcome again, the first one, or a revision.
import type { AuthenticationOutcome, Label } from '../vocabulary/words.ts';

/** Limits of specification 8; lengths in code points. */
export const OUTCOME_LIMITS = { reason: 500, metadataKeys: 10, metadataValue: 200 } as const;

export type MetadataValue = string | number | boolean;

/** What is submitted about an event; at least one of the two verdicts is set. */
export interface Submission {
  label: Label | null;
  authenticationOutcome: AuthenticationOutcome | null;
  reason: string | null;
  metadata: Readonly<Record<string, MetadataValue>> | null;
}

export type Revision = 'standing' | 'created' | 'updated';

/** The two verdicts alone are compared (contract 5): a new reason for the same verdict makes no new row. */
export function revisionOf(
  current: Pick<Submission, 'label' | 'authenticationOutcome'> | null,
  next: Pick<Submission, 'label' | 'authenticationOutcome'>,
): Revision {
  if (current === null) return 'created';
  const same = current.label === next.label && current.authenticationOutcome === next.authenticationOutcome;
  return same ? 'standing' : 'updated';
}
