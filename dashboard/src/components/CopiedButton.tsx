// The button that closes a dialog with a value that is shown only once.
import { Button } from '@mantine/core';

export const COPIED = 'I have copied it';

export function CopiedButton({ onClose }: { onClose: () => void }) {
  return (
    <div>
      {/* The second click of a double click on the button of the form, which was in the same place, must not close the dialog. */}
      <Button onClick={(event) => event.detail <= 1 && onClose()}>{COPIED}</Button>
    </div>
  );
}
