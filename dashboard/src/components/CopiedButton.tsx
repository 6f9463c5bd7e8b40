// The button that closes a dialog with a value that is shown only once.
import { Button } from '@mantine/core';

export const COPIED = 'I have copied it';

export function CopiedButton({ onClose }: { onClose: () => void }) {
  return (
    <div>
      {/* The form's button was in the same place: the second click of a double click on it must not close the dialog. */}
      <Button onClick={(event) => event.detail <= 1 && onClose()}>{COPIED}</Button>
    </div>
  );
}
