// A notice on returning to the policy: the unsaved changes are still there.
import { Button } from '@mantine/core';
import { leaveNotification } from '../components/return-focus.ts';

export function UnsavedChanges({ changes, onDiscard }: { changes: readonly string[]; onDiscard: () => void }) {
  const discard = () => {
    onDiscard();
    leaveNotification(null);
  };
  return (
    <div role="status" className="notice stack compact">
      <p>
        <strong>You left the policy without saving these changes.</strong> They do not apply yet:
      </p>
      <ul>
        {changes.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="row">
        <Button size="xs" variant="default" onClick={discard}>
          Discard these changes
        </Button>
      </div>
    </div>
  );
}
