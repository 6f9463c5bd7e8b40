// The notes on an event, an account or a device, with forms to write a note and to edit one's own.
import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { NOTE_LIMITS } from '../../../src/vocabulary/notes.ts';
import { useChange, useList } from '../api/read.ts';
import { useMay, useSession } from '../api/session.ts';
import type { Note } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { Await, ErrorMessage, Loading } from '../components/Feedback.tsx';
import { notifyError, notifyNeutral, notifySuccess } from '../components/notifications.ts';
import { Card } from '../components/Page.tsx';
import { focusInstead } from '../components/return-focus.ts';
import { SubmitForm } from '../components/SubmitForm.tsx';
import { useStayOnPage } from '../components/stay-on-page.ts';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import classes from './NotesCard.module.css';

/** The path to read again after a note changes; it includes the account's timeline, which contains its notes. */
const withNotes = (path: string) => path.replace(/\/notes$/, '');

/** `path` is that of the notes, such as `/v1/events/evt_…/notes`; `hint`, shown if there are none, suggests what to write. */
export function NotesCard({ path, hint }: { path: string; hint: string }) {
  const mayWrite = useMay('write_notes');
  const draft = `${useSession()?.user.id} ${path}`;
  // A colleague may write a note meanwhile.
  const read = useList<Note>(path, { limit: 100 }, { every: 10_000 });
  const change = useChange([withNotes(path)]);
  const newNote = useRef<HTMLTextAreaElement>(null);
  const card = useRef<HTMLDivElement>(null);
  return (
    <Card title="Notes">
      <div className="stack" ref={card} tabIndex={-1}>
        {/* As tall as the hint, so that the content below does not move if there is no note. */}
        <Await read={read} loading={<Loading rows={1} height="1.5rem" />}>
          {(list) =>
            list.data.length === 0 ? (
              <p className="muted">{hint}</p>
            ) : (
              <ol aria-label="Notes">
                {list.data.map((note) => (
                  <NoteRow
                    key={note.id}
                    note={note}
                    path={path}
                    onRemoved={(button) => focusInstead(button, newNote.current ?? card.current)}
                  />
                ))}
              </ol>
            )
          }
        </Await>
        {mayWrite && (
          <NoteForm
            key={draft}
            draft={draft}
            field={newNote}
            label="New note"
            action="Add note"
            save={(text) => change.mutateAsync({ method: 'POST', path, body: { text } })}
            saving={change.isPending}
            error={change.error}
          />
        )}
      </div>
    </Card>
  );
}

interface NoteRowProps {
  note: Note;
  path: string;
  /** Called after the note was removed, and with it its buttons and the keyboard focus. */
  onRemoved: (button: HTMLElement) => void;
}

function NoteRow({ note, path, onRemoved }: NoteRowProps) {
  const environment = useEnvironment();
  const session = useSession();
  const mayModerate = useMay('moderate');
  const mayWrite = useMay('write_notes');
  const confirm = useConfirm();
  const change = useChange([withNotes(path)]);
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  // Returns the keyboard focus to where the form was.
  const endEditing = () => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };
  const isOwn = mayWrite && note.created_by.id === session?.user.id;
  const one = environmentPath(environment, `/notes/${note.id}`);
  const remove = async (button: HTMLElement) => {
    const body = `“${note.text.slice(0, 120)}” by ${note.created_by.name}. It cannot be restored.`;
    if (!(await confirm({ title: 'Delete this note?', body, action: 'Delete note', danger: true, environment })))
      return;
    await change
      .mutateAsync({ method: 'DELETE', path: one, removes: note.id })
      .then(() => {
        notifySuccess('Note deleted.');
        onRemoved(button);
      })
      .catch((error) => notifyError('Note not deleted', error));
  };
  if (editing) {
    return (
      <li className={classes.note}>
        <NoteForm
          label="Note"
          action="Save note"
          initial={note.text}
          save={async (text) => {
            await change.mutateAsync({ method: 'PATCH', path: one, body: { text } });
            endEditing();
          }}
          saving={change.isPending}
          error={change.error}
          onCancel={endEditing}
        />
      </li>
    );
  }
  return (
    <li className={classes.note}>
      <p className={classes.text}>{note.text}</p>
      <div className="row">
        <span className="muted small">
          {note.created_by.name}, <Timestamp at={note.created_at} format="both" />
          {note.updated_at !== note.created_at && ', edited'}
        </span>
        {isOwn && (
          <Button ref={editButton} size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
        {(isOwn || mayModerate) && (
          <Button
            size="compact-xs"
            variant="subtle"
            loading={change.isPending}
            onClick={({ currentTarget }) => void remove(currentTarget)}
          >
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}

/**
 * Unsaved note texts by member and path, kept while the page is loaded: after a logout in another tab has removed the form, the
 * same member gets the text back.
 */
const drafts = new Map<string, string>();

interface NoteFormProps {
  /** The key under which the text is stored until it is saved. */
  draft?: string;
  field?: React.RefObject<HTMLTextAreaElement | null>;
  label: string;
  action: string;
  initial?: string;
  save: (text: string) => Promise<unknown>;
  saving: boolean;
  error: unknown;
  onCancel?: () => void;
}

function NoteForm({ draft, field: given, label, action, initial = '', save, saving, error, onCancel }: NoteFormProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const field = given ?? own;
  const button = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState((draft === undefined ? undefined : drafts.get(draft)) ?? initial);
  const edit = (next: string) => {
    setText(next);
    if (draft === undefined) return;
    if (next === '') drafts.delete(draft);
    else drafts.set(draft, next);
  };
  // Clears only the text that was sent: the next note may be partly typed before the first one is stored.
  const clear = (sent: string) => {
    if (draft !== undefined && drafts.get(draft) === sent) drafts.delete(draft);
    setText((now) => (now === sent ? '' : now));
    // The focused button is disabled while there is no text.
    focusInstead(button.current, field.current);
  };
  const survivesBack = draft !== undefined;
  const changesNote = onCancel !== undefined;
  useEffect(() => {
    if (changesNote) field.current?.focus();
  }, [changesNote, field]);
  useStayOnPage({
    holdsInput: () => text !== initial,
    onStay: survivesBack
      ? null
      : () => notifyNeutral('The note has changes that are not saved. Save or cancel them first.'),
  });
  const left = NOTE_LIMITS.length - [...text.trim()].length;
  return (
    <SubmitForm className="stack compact" aria-label={label} save={() => save(text.trim()).then(() => clear(text))}>
      <Textarea
        ref={field}
        label={label}
        description="All members of your organization see it"
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        readOnly={saving && changesNote}
        error={left < 0 ? `${-left} characters too long` : undefined}
        onChange={(event) => edit(event.currentTarget.value)}
      />
      {error !== null && <ErrorMessage error={error} />}
      <div className="row">
        <Button ref={button} type="submit" size="xs" loading={saving} disabled={text.trim() === '' || left < 0}>
          {action}
        </Button>
        {changesNote && (
          <Button size="xs" variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </SubmitForm>
  );
}
