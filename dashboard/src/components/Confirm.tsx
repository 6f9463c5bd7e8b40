// Asks for confirmation before an irreversible change, and before any change to a live environment.
import { Button, Modal, TextInput } from '@mantine/core';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { Environment } from '../api/types.ts';
import { CommentField } from './CommentField.tsx';
import classes from './Confirm.module.css';
import { hideError } from './notifications.ts';

export interface ConfirmOptions {
  /** Names what the change acts on: the page behind the dialog may not show it. */
  title: string;
  /** The consequences, in one or two sentences. */
  body: React.ReactNode;
  /** The verb on the button. */
  action: string;
  /** Cannot be undone: confirmed in test environments too; in live, the user must type LIVE. */
  danger?: boolean;
  /** Weakens protection, and the dialog warns of it: confirmed in test environments too, where changes are tried first. */
  weakens?: boolean;
  environment?: Environment;
}

/** A form that asks for confirmation may itself be a dialog, at z-index 200. */
const ABOVE_FORMS = 300;

/** The comment typed in the dialog; null if the change was not confirmed. */
type Answer = { comment: string } | null;
type Ask = (options: ConfirmOptions, withComment: boolean) => Promise<Answer>;
const Context = createContext<Ask>(() => Promise.resolve(null));
const IsAsking = createContext<() => boolean>(() => false);

/** Returns a function that says whether a confirmation is open or was closed by the current event: a form below gets the same Escape. */
export const useIsAsking = () => useContext(IsAsking);

/** Resolves to true when the change is confirmed, immediately for a reversible one in a test environment that weakens nothing. */
export function useConfirm(): (options: ConfirmOptions) => Promise<boolean> {
  const ask = useContext(Context);
  return useCallback(
    async (options) => {
      const asks = options.danger === true || options.weakens === true || options.environment?.kind === 'live';
      if (!asks) return true;
      return (await ask(options, false)) !== null;
    },
    [ask],
  );
}

/** Asks in every environment, with a comment field. Resolves to the comment, which may be '', or to null if not confirmed. */
export function useConfirmWithComment(): (options: ConfirmOptions) => Promise<string | null> {
  const ask = useContext(Context);
  return useCallback(async (options) => (await ask(options, true))?.comment.trim() ?? null, [ask]);
}

export function ConfirmProvider({ children }: { children: React.ReactNode }) {
  const [request, setRequest] = useState<{ options: ConfirmOptions; withComment: boolean } | null>(null);
  const [open, setOpen] = useState(false);
  const resolveRef = useRef<(answer: Answer) => void>(() => undefined);
  // By title: a comment survives Escape and a click outside the dialog.
  const drafts = useRef(new Map<string, string>());
  const waiting = useRef(false);
  const endedBy = useRef<Event>(undefined);
  const isAsking = useCallback(
    () => waiting.current || (window.event !== undefined && window.event === endedBy.current),
    [],
  );
  const ask = useCallback<Ask>((options, withComment) => {
    waiting.current = true;
    hideError();
    // Settles a question that this one replaces: otherwise its caller would stay busy forever.
    resolveRef.current(null);
    setRequest({ options, withComment });
    setOpen(true);
    return new Promise((resolve) => {
      resolveRef.current = resolve;
    });
  }, []);
  const settle = useCallback((answer: Answer) => {
    setOpen(false);
    waiting.current = false;
    endedBy.current = window.event;
    resolveRef.current(answer);
  }, []);
  // Leaving the page, as with Back, closes the dialog: it must not confirm a change that is no longer on screen.
  useEffect(() => {
    const close = () => settle(null);
    window.addEventListener('hashchange', close);
    window.addEventListener('popstate', close);
    return () => {
      window.removeEventListener('hashchange', close);
      window.removeEventListener('popstate', close);
    };
  }, [settle]);
  return (
    <Context.Provider value={ask}>
      <IsAsking.Provider value={isAsking}>{children}</IsAsking.Provider>
      <Modal
        opened={open}
        onClose={() => settle(null)}
        title={request?.options.title}
        zIndex={ABOVE_FORMS}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {request !== null && (
          <Dialog key={request.options.title} {...request} drafts={drafts.current} settle={settle} />
        )}
      </Modal>
    </Context.Provider>
  );
}

interface DialogProps {
  options: ConfirmOptions;
  withComment: boolean;
  drafts: Map<string, string>;
  settle: (answer: Answer) => void;
}

function Dialog({ options, withComment, drafts, settle }: DialogProps) {
  const [typed, setTyped] = useState('');
  const [comment, setComment] = useState(drafts.get(options.title) ?? '');
  const finish = (answer: Answer) => {
    drafts.delete(options.title);
    settle(answer);
  };
  const live = options.environment?.kind === 'live';
  const mustType = live && options.danger === true;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        finish({ comment });
      }}
    >
      {live && (
        <p className={classes.live}>
          This changes <strong>LIVE</strong> ({options.environment?.name}) and affects real customers immediately.
        </p>
      )}
      {options.weakens === true && (
        <p>
          <strong>This weakens the protection.</strong>
        </p>
      )}
      <div>{options.body}</div>
      {withComment && (
        <CommentField
          comment={comment}
          onChange={(text) => {
            drafts.set(options.title, text);
            setComment(text);
          }}
        />
      )}
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
        {/* Escape followed by Enter must not discard a form's input. */}
        <Button variant="default" data-autofocus={options.danger === true && !mustType} onClick={() => finish(null)}>
          Cancel
        </Button>
        <Button
          type="submit"
          color={options.danger ? 'red.9' : undefined}
          disabled={mustType && typed !== 'LIVE'}
          data-autofocus={options.danger !== true && !mustType}
        >
          {options.action}
        </Button>
      </div>
    </form>
  );
}
