// Shown if another member changed the policy while a draft was open, so that their change is not overwritten unnoticed.
import { Button } from '@mantine/core';
import type { Policy } from '../api/control-types.ts';
import { Timestamp } from '../components/Timestamp.tsx';
import { changesBetween } from './draft.ts';

interface ChangedMeanwhileProps {
  /** The policy that the draft started from. */
  base: Policy;
  policy: Policy;
  /** Continues the draft on the current version. */
  onContinue: () => void;
  onDiscard?: () => void;
}

export function ChangedMeanwhile({ base, policy, onContinue, onDiscard }: ChangedMeanwhileProps) {
  if (base.version === policy.version) return null;
  return (
    <div role="alert" className="notice stack compact">
      <p>
        <strong>The policy is now version {policy.version}.</strong> It was changed{' '}
        <Timestamp at={policy.updated_at} format="both" />, after you started from version {base.version}:
      </p>
      <ul>
        {changesBetween(base, policy).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="row">
        <Button size="xs" variant="default" onClick={onContinue}>
          Keep my draft on version {policy.version}
        </Button>
        {onDiscard !== undefined && (
          <Button size="xs" variant="subtle" onClick={onDiscard}>
            Discard my draft
          </Button>
        )}
      </div>
    </div>
  );
}
