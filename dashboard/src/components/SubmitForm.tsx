// A form that is submitted once, however often its button is clicked, and a hook that does the same for a button without a form.
import { type ComponentProps, useCallback, useRef } from 'react';

type Act = () => Promise<unknown>;

/**
 * Runs one action at a time. A mutation's state changes too late for this: an action may ask for confirmation first, and a
 * second click may arrive before the button is rendered again.
 */
export function useOneAtATime(): (act: Act) => Promise<void> {
  const busy = useRef(false);
  return useCallback(async (act) => {
    if (busy.current) return;
    busy.current = true;
    await act().catch(() => undefined);
    busy.current = false;
  }, []);
}

/** The second click of a double click may come after the answer to the first, when the button is enabled again. */
function isSecondClick(event: React.MouseEvent): boolean {
  return event.detail > 1 && (event.target as HTMLElement).closest('button[type="submit"]') !== null;
}

interface SubmitFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Rejects when saving failed; the form shows the error of its mutation. */
  save: Act;
}

export function SubmitForm({ save, ...props }: SubmitFormProps) {
  const run = useOneAtATime();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key press cannot be a double click
    <form
      {...props}
      onClick={(event) => {
        if (isSecondClick(event)) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    />
  );
}
