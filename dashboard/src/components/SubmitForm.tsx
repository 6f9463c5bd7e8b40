// A form that is submitted once, however often its button is clicked, and the same for a button without a form.
import { type ComponentProps, useCallback, useRef } from 'react';

type Act = () => Promise<unknown>;

/**
 * Runs one act at a time. The state of a mutation comes too late for this: an act may ask for a confirmation first, and a second
 * click arrives before the button is drawn again.
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

/** The second click of a double click may come after the answer to the first, on the button that is ready again. */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key is no double click
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
