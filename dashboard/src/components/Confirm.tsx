// Asks for confirmation before an irreversible change, and before any change to a live environment.
import { Button, Modal, TextInput } from '@mantine/core';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { Environment } from '../api/types.ts';
import classes from './Confirm.module.css';

export interface ConfirmOptions {
  /** Names what the change acts on: the page behind the dialog may not show it. */
  title: string;
  /** The consequences, in one or two sentences. */
  body: React.ReactNode;
  /** The verb on the button. */
  action: string;
  /** Cannot be undone: confirmed in test environments too; in live, the user must type LIVE. */
  danger?: boolean;
  environment?: Environment;
}

/** A form that asks for confirmation may itself be a dialog, at z-index 200. */
const ABOVE_FORMS = 300;

type Confirm = (options: ConfirmOptions) => Promise<boolean>;
const Context = createContext<Confirm>(() => Promise.resolve(false));

/** Resolves to true when the change is confirmed, immediately for a reversible change in a test environment. */
export function useConfirm(): Confirm {
  return useContext(Context);
}

export function ConfirmProvider({ children }: { children: React.ReactNode }) {
  const [options, setOptions] = useState<ConfirmOptions | null>(null);
  const [open, setOpen] = useState(false);
  const resolveRef = useRef<(confirmed: boolean) => void>(() => undefined);
  const confirm = useCallback<Confirm>((requested) => {
    if (requested.danger !== true && requested.environment?.kind !== 'live') return Promise.resolve(true);
    setOptions(requested);
    setOpen(true);
    return new Promise((resolve) => {
      resolveRef.current = resolve;
    });
  }, []);
  const settle = useCallback((confirmed: boolean) => {
    setOpen(false);
    resolveRef.current(confirmed);
  }, []);
  // Opened for one page, the dialog must not confirm a change while another page is on screen: Back closes it.
  useEffect(() => {
    const close = () => settle(false);
    window.addEventListener('hashchange', close);
    window.addEventListener('popstate', close);
    return () => {
      window.removeEventListener('hashchange', close);
      window.removeEventListener('popstate', close);
    };
  }, [settle]);
  return (
    <Context.Provider value={confirm}>
      {children}
      <Modal
        opened={open}
        onClose={() => settle(false)}
        title={options?.title}
        zIndex={ABOVE_FORMS}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {options !== null && <Dialog key={options.title} options={options} settle={settle} />}
      </Modal>
    </Context.Provider>
  );
}

function Dialog({ options, settle }: { options: ConfirmOptions; settle: (confirmed: boolean) => void }) {
  const [typed, setTyped] = useState('');
  const live = options.environment?.kind === 'live';
  const mustType = live && options.danger === true;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        settle(true);
      }}
    >
      {live && (
        <p className={classes.live}>
          This changes <strong>LIVE</strong> ({options.environment?.name}) and affects real customers immediately.
        </p>
      )}
      <div>{options.body}</div>
      {mustType && (
        <TextInput
          label="Type LIVE to continue"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => settle(false)}>
          Cancel
        </Button>
        <Button
          type="submit"
          color={options.danger ? 'red.9' : undefined}
          disabled={mustType && typed !== 'LIVE'}
          data-autofocus={!mustType}
        >
          {options.action}
        </Button>
      </div>
    </form>
  );
}
