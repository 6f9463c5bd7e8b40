// Asks before a change that matters: always for what cannot be undone, and for every change of a live environment.
import { Button, Modal, TextInput } from '@mantine/core';
import { createContext, useCallback, useContext, useRef, useState } from 'react';
import type { Environment } from '../api/types.ts';
import classes from './Confirm.module.css';

export interface Question {
  title: string;
  /** What will happen, in one or two sentences. */
  body: React.ReactNode;
  /** The verb on the button. */
  action: string;
  /** Cannot be undone: asked in test environments too, and on live the word LIVE must be typed. */
  danger?: boolean;
  environment?: Environment;
}

/** A question may come out of a form that is a dialog itself, at 200. */
const ABOVE_FORMS = 300;

type Ask = (question: Question) => Promise<boolean>;
const Context = createContext<Ask>(() => Promise.resolve(false));

/** Resolves to true when the change may go ahead: at once for a harmless change of a test environment. */
export function useConfirm(): Ask {
  return useContext(Context);
}

export function ConfirmProvider({ children }: { children: React.ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const answer = useRef<(yes: boolean) => void>(() => undefined);
  const ask = useCallback<Ask>((asked) => {
    if (asked.danger !== true && asked.environment?.kind !== 'live') return Promise.resolve(true);
    setQuestion(asked);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const settle = (yes: boolean) => {
    setOpen(false);
    answer.current(yes);
  };
  return (
    <Context.Provider value={ask}>
      {children}
      <Modal
        opened={open}
        onClose={() => settle(false)}
        title={question?.title}
        zIndex={ABOVE_FORMS}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {question !== null && <Dialog key={question.title} question={question} settle={settle} />}
      </Modal>
    </Context.Provider>
  );
}

function Dialog({ question, settle }: { question: Question; settle: (yes: boolean) => void }) {
  const [typed, setTyped] = useState('');
  const live = question.environment?.kind === 'live';
  const mustType = live && question.danger === true;
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
          This changes <strong>LIVE</strong> ({question.environment?.name}): real customers are affected at once.
        </p>
      )}
      <div>{question.body}</div>
      {mustType && (
        <TextInput
          label="Type LIVE to go on"
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
          color={question.danger ? 'red.9' : undefined}
          disabled={mustType && typed !== 'LIVE'}
          data-autofocus={!mustType}
        >
          {question.action}
        </Button>
      </div>
    </form>
  );
}
