// The form of a dialog: its fields, the error of the last attempt, and buttons that save and cancel.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorMessage } from './Feedback.tsx';
import { useCloseForm } from './FormDialog.tsx';
import { SubmitForm } from './SubmitForm.tsx';

interface DialogFormProps {
  /** Rejects when saving failed; `error` then says why. */
  save: () => Promise<unknown>;
  saving: boolean;
  /** The text of the button that saves. */
  action: string;
  incomplete: boolean;
  error: unknown;
  children: ReactNode;
}

export function DialogForm({ save, saving, action, incomplete, error, children }: DialogFormProps) {
  const close = useCloseForm();
  return (
    <SubmitForm className="stack" noValidate save={save}>
      {children}
      {error !== null && <ErrorMessage error={error} />}
      <div className="row">
        <Button type="submit" loading={saving} disabled={incomplete}>
          {action}
        </Button>
        <Button variant="subtle" onClick={close}>
          Cancel
        </Button>
      </div>
    </SubmitForm>
  );
}
