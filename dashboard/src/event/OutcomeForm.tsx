// Records an outcome: a label, an authentication outcome or both, with a reason and metadata.
import { Button, Chip, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { isBenign } from '../../../src/outcomes/evaluation.ts';
import { OUTCOME_LIMITS } from '../../../src/outcomes/revision.ts';
import {
  AUTHENTICATION_OUTCOMES,
  type AuthenticationOutcome,
  LABELS,
  type Label,
} from '../../../src/vocabulary/words.ts';
import { useChange } from '../api/read.ts';
import { useSession } from '../api/session.ts';
import type { EventDetail, One, Outcome } from '../api/types.ts';
import { ErrorMessage } from '../components/Feedback.tsx';
import { notifyNeutral, notifySuccess } from '../components/notifications.ts';
import { SubmitForm, useOneAtATime } from '../components/SubmitForm.tsx';
import { useStayOnPage } from '../components/stay-on-page.ts';
import { AUTHENTICATION_TEXT, EVALUATION_TEXT, LABEL_MEANING, LABEL_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { MetadataFields, type MetadataRow, metadataIssue, metadataOf } from './MetadataFields.tsx';
import classes from './OutcomeForm.module.css';

interface OutcomeFormProps {
  event: Pick<EventDetail, 'id' | 'outcome'>;
  /** Called after the outcome was recorded. */
  onDone?: () => void;
  /** Opens the next event, for a second button that records the outcome and continues. */
  onNext?: (() => Promise<void>) | undefined;
}

interface Draft {
  reason: string;
  rows: MetadataRow[];
}

/**
 * What was typed and not recorded, by member and event, kept while the page is loaded: Back, another event of the queue, and a logout in
 * another tab remove the form.
 */
const drafts = new Map<string, Draft>();
const EMPTY: Draft = { reason: '', rows: [] };

const RECORDED_ALREADY = 'The event has this outcome already. To add something to it, write a note.';

function useDraft(eventId: string): [Draft, (draft: Draft) => void] {
  const key = `${useSession()?.user.id} ${eventId}`;
  const [draft, setDraft] = useState(drafts.get(key) ?? EMPTY);
  useStayOnPage({ holdsInput: () => draft !== EMPTY, onStay: null });
  const edit = (next: Draft) => {
    const isEmpty = next.reason === '' && next.rows.every(({ name, value }) => name === '' && value === '');
    if (isEmpty) drafts.delete(key);
    else drafts.set(key, next);
    setDraft(isEmpty && next.rows.length === 0 ? EMPTY : next);
  };
  return [draft, edit];
}

/** The state of the form, starting from the current outcome. */
function useOutcomeForm({ event, onDone }: OutcomeFormProps) {
  const environment = useEnvironment();
  const [label, setLabel] = useState<Label | null>(event.outcome?.label ?? null);
  const [authentication, setAuthentication] = useState<AuthenticationOutcome | null>(
    event.outcome?.authentication_outcome ?? null,
  );
  const [draft, setDraft] = useDraft(event.id);
  const { reason, rows } = draft;
  const change = useChange<One<Outcome>>([`/v1/events/${event.id}`, `/v1/environments/${environment.id}/`]);

  const current = event.outcome;
  /** The service compares only these two: with the same ones, it records nothing, and a new reason would be lost. */
  const isRecorded = current !== null && current.label === label && current.authentication_outcome === authentication;

  /** Resolves to whether the outcome was recorded. */
  const submit = async (): Promise<boolean> => {
    if (isRecorded) {
      notifyNeutral(RECORDED_ALREADY);
      return false;
    }
    const metadata = metadataOf(rows);
    const body = {
      ...(label !== null && { label }),
      ...(authentication !== null && { authentication_outcome: authentication }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    };
    const { data } = await change.mutateAsync({
      method: 'POST',
      path: `/v1/events/${event.id}/outcome`,
      body,
    });
    // Another member has recorded the same meanwhile.
    if ((data.reason ?? '') !== reason.trim()) {
      notifyNeutral(RECORDED_ALREADY);
      return false;
    }
    setDraft(EMPTY);
    const evaluation = EVALUATION_TEXT[data.evaluation].name.toLowerCase();
    notifySuccess(`Outcome recorded.${label === null ? '' : ` The decision now counts as: ${evaluation}.`}`);
    onDone?.();
    return true;
  };
  const edit = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  return { label, setLabel, authentication, setAuthentication, reason, rows, edit, change, isRecorded, submit };
}

export function OutcomeForm(props: OutcomeFormProps) {
  const form = useOutcomeForm(props);
  // Shared by the two buttons.
  const run = useOneAtATime();
  const { label, authentication, reason, isRecorded } = form;
  const empty = label === null && authentication === null;
  const incomplete = empty || form.rows.some((_, index) => metadataIssue(form.rows, index) !== undefined);
  const reasonLength = [...reason].length;
  const { onNext } = props;
  return (
    <SubmitForm className="stack" aria-label="Record an outcome" save={() => run(form.submit)}>
      <LabelField label={label} onChange={form.setLabel} />
      <div className="columns">
        <Select
          label="Authentication outcome"
          placeholder="Unknown"
          data={AUTHENTICATION_OUTCOMES.map((value) => ({ value, label: AUTHENTICATION_TEXT[value] }))}
          value={authentication}
          onChange={(value) => form.setAuthentication(value as AuthenticationOutcome | null)}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear' }}
        />
        <Textarea
          label="Reason"
          description={`Optional, ${OUTCOME_LIMITS.reason - reasonLength} characters left`}
          autosize
          minRows={1}
          maxRows={6}
          value={reason}
          error={reasonLength > OUTCOME_LIMITS.reason ? 'Too long' : undefined}
          onChange={(typed) => form.edit({ reason: typed.currentTarget.value })}
        />
      </div>
      <MetadataFields rows={form.rows} setRows={(rows) => form.edit({ rows })} />
      {form.change.error !== null && <ErrorMessage error={form.change.error} />}
      <div className="row">
        <Button type="submit" loading={form.change.isPending} disabled={incomplete}>
          Record outcome
        </Button>
        {onNext !== undefined && (
          <Button
            variant="default"
            loading={form.change.isPending}
            disabled={incomplete}
            onClick={() => void run(async () => (await form.submit()) && onNext())}
          >
            Record and go to next
          </Button>
        )}
        <span className="muted small">{hintOf(empty, isRecorded)}</span>
      </div>
    </SubmitForm>
  );
}

function hintOf(isEmpty: boolean, isRecorded: boolean): string {
  if (isEmpty) return 'Choose a label or an authentication outcome.';
  return isRecorded ? RECORDED_ALREADY : 'Earlier outcomes stay in the history.';
}

function LabelField({ label, onChange }: { label: Label | null; onChange: (label: Label | null) => void }) {
  return (
    <fieldset className={classes.labels}>
      <legend>Label</legend>
      <div className="row">
        {LABELS.map((value) => (
          <Chip
            key={value}
            size="sm"
            checked={label === value}
            onChange={(checked) => onChange(checked ? value : null)}
          >
            <span title={LABEL_MEANING[value]}>{LABEL_TEXT[value]}</span>
          </Chip>
        ))}
      </div>
      <p className={`${classes.meaning} muted small`} role="status">
        {label === null
          ? 'Choose a label to see its meaning.'
          : `${LABEL_MEANING[label]} Counts as ${isBenign(label) ? 'not fraud' : 'fraud'} when decisions are evaluated.`}
      </p>
    </fieldset>
  );
}
