// Records an outcome: a label, an authentication outcome or both, with a reason and free key-value facts.
import { Button, Chip, Select, Textarea, TextInput } from '@mantine/core';
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
import type { EventDetail, One, Outcome } from '../api/types.ts';
import { Failure } from '../components/Feedback.tsx';
import { IconPlus, IconTrash } from '../components/icons.ts';
import { done } from '../components/notice.ts';
import { AUTHENTICATION_TEXT, EVALUATION_TEXT, LABEL_MEANING, LABEL_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import classes from './OutcomeForm.module.css';

type Pair = { key: number; name: string; value: string };

export function OutcomeForm({ event, onDone }: { event: Pick<EventDetail, 'id' | 'outcome'>; onDone?: () => void }) {
  const environment = useEnvironment();
  const current = event.outcome;
  const [label, setLabel] = useState<Label | null>(current?.label ?? null);
  const [authentication, setAuthentication] = useState<AuthenticationOutcome | null>(
    current?.authentication_outcome ?? null,
  );
  const [reason, setReason] = useState('');
  const [pairs, setPairs] = useState<Pair[]>([]);
  const change = useChange<One<Outcome>>([`/v1/events/${event.id}`, `/v1/environments/${environment.id}/`]);
  const nothing = label === null && authentication === null;

  const submit = async () => {
    const metadata = Object.fromEntries(
      pairs.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]),
    );
    const body = {
      ...(label !== null && { label }),
      ...(authentication !== null && { authentication_outcome: authentication }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    };
    const { data } = await change.mutateAsync({ method: 'POST', path: `/v1/events/${event.id}/outcome`, body });
    done(
      `Recorded. ${label === null ? '' : `This decision now counts as: ${EVALUATION_TEXT[data.evaluation].name.toLowerCase()}.`}`,
    );
    setReason('');
    setPairs([]);
    onDone?.();
  };

  return (
    <form
      className="stack"
      aria-label="Record an outcome"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        submit().catch(() => undefined);
      }}
    >
      <fieldset className={classes.labels}>
        <legend>What was it?</legend>
        <div className="row">
          {LABELS.map((value) => (
            <Chip
              key={value}
              size="sm"
              checked={label === value}
              onChange={(checked) => setLabel(checked ? value : null)}
            >
              <span title={LABEL_MEANING[value]}>{LABEL_TEXT[value]}</span>
            </Chip>
          ))}
        </div>
        <p className={`${classes.meaning} soft small`} role="status">
          {label === null
            ? 'Each label says what it means once it is chosen.'
            : `${LABEL_MEANING[label]} Counts as ${isBenign(label) ? 'no fraud' : 'fraud'} where decisions are judged.`}
        </p>
      </fieldset>
      <div className="columns">
        <Select
          label="What did your log-in do?"
          placeholder="Not known"
          data={AUTHENTICATION_OUTCOMES.map((value) => ({ value, label: AUTHENTICATION_TEXT[value] }))}
          value={authentication}
          onChange={(value) => setAuthentication(value as AuthenticationOutcome | null)}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear' }}
        />
        <Textarea
          label="Reason"
          description={`Optional, ${OUTCOME_LIMITS.reason - [...reason].length} characters left`}
          autosize
          minRows={1}
          maxRows={6}
          value={reason}
          error={[...reason].length > OUTCOME_LIMITS.reason ? 'Too long' : undefined}
          onChange={(typed) => setReason(typed.currentTarget.value)}
        />
      </div>
      <MetadataFields pairs={pairs} setPairs={setPairs} />
      {change.error !== null && <Failure error={change.error} />}
      <div className="row">
        <Button type="submit" loading={change.isPending} disabled={nothing}>
          Record outcome
        </Button>
        <span className="soft small">
          {nothing ? 'Choose a label or what your log-in did.' : 'Earlier outcomes stay in the history.'}
        </span>
      </div>
    </form>
  );
}

function MetadataFields({ pairs, setPairs }: { pairs: Pair[]; setPairs: (pairs: Pair[]) => void }) {
  const edit = (key: number, changes: Partial<Pair>) =>
    setPairs(pairs.map((pair) => (pair.key === key ? { ...pair, ...changes } : pair)));
  return (
    <div className="stack tight">
      {pairs.map((pair, index) => (
        <div key={pair.key} className="row">
          <TextInput
            aria-label={`Name of fact ${index + 1}`}
            placeholder="ticket"
            value={pair.name}
            onChange={(event) => edit(pair.key, { name: event.currentTarget.value })}
          />
          <TextInput
            className="grow"
            aria-label={`Value of fact ${index + 1}`}
            placeholder="4711"
            maxLength={OUTCOME_LIMITS.metadataValue}
            value={pair.value}
            onChange={(event) => edit(pair.key, { value: event.currentTarget.value })}
          />
          <Button
            variant="subtle"
            size="xs"
            aria-label={`Remove fact ${index + 1}`}
            onClick={() => setPairs(pairs.filter(({ key }) => key !== pair.key))}
          >
            <IconTrash size={16} aria-hidden />
          </Button>
        </div>
      ))}
      {pairs.length < OUTCOME_LIMITS.metadataKeys && (
        <Button
          className={classes.add}
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setPairs([...pairs, { key: (pairs.at(-1)?.key ?? 0) + 1, name: '', value: '' }])}
        >
          Add a fact (ticket number, amount …)
        </Button>
      )}
    </div>
  );
}
