// Evaluates a hypothetical event against the active policy; nothing is stored.
import { Button, MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { SIGNAL_CODES } from '../../../src/scoring/signals/index.ts';
import type { Simulation } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { ErrorMessage } from '../components/Feedback.tsx';
import { Card, DescriptionList } from '../components/Page.tsx';
import { type EnteredScore, ScoreField, scoreIssue } from '../components/ScoreField.tsx';
import { SubmitForm } from '../components/SubmitForm.tsx';
import { DecisionTag } from '../components/Tags.tsx';
import { signalName } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { EventTypeField } from './EventTypeField.tsx';
import { isEventType } from './event-type-text.ts';

const SIGNAL_OPTIONS = SIGNAL_CODES.map((value) => ({ value, label: signalName(value) }));

interface HypotheticalEvent {
  event_type: string;
  risk_score: EnteredScore;
  signals: string[];
  automation_score: EnteredScore;
  device_trusted: boolean;
}

const DEFAULT_EVENT: HypotheticalEvent = {
  event_type: 'login',
  risk_score: 50,
  signals: [],
  automation_score: 0,
  device_trusted: false,
};

export function SimulatorTab() {
  const environment = useEnvironment();
  const may = useMay('simulate_policy');
  const [event, setEvent] = useState(DEFAULT_EVENT);
  const [refused, setRefused] = useState(false);
  const change = useChange<One<Simulation>>([]);
  // The result of the event before an edit would pass for that of the event on screen.
  const edit = (changes: Partial<HypotheticalEvent>) => {
    change.reset();
    setEvent({ ...event, ...changes });
  };
  if (!may) return <p className="muted">Your role does not allow simulations.</p>;
  const run = async () => {
    const { event_type: type, risk_score: risk, automation_score: automation } = event;
    setRefused(!isEventType(type));
    if (!isEventType(type) || scoreIssue(risk) !== undefined || scoreIssue(automation) !== undefined) return;
    const path = environmentPath(environment, '/policy/simulate');
    const body = { ...event, risk_score: Number(risk), automation_score: Number(automation) };
    await change.mutateAsync({ method: 'POST', path, body });
  };
  return (
    <div className="columns">
      <Card title="Hypothetical event">
        <SubmitForm className="stack" save={run}>
          <EventFields event={event} refused={refused} edit={edit} />
          <Button type="submit" loading={change.isPending}>
            Simulate
          </Button>
        </SubmitForm>
      </Card>
      <Card title="Decision under the active policy">
        <SimulationResult result={change.data?.data} error={change.error} />
      </Card>
    </div>
  );
}

interface EventFieldsProps {
  event: HypotheticalEvent;
  /** Whether the event was submitted with an invalid type. */
  refused: boolean;
  edit: (changes: Partial<HypotheticalEvent>) => void;
}

function EventFields({ event, refused, edit }: EventFieldsProps) {
  return (
    <>
      <EventTypeField
        label="Event type"
        required
        value={event.event_type}
        refused={refused}
        onChange={(value) => edit({ event_type: value })}
      />
      <ScoreField
        label="Risk score"
        value={event.risk_score}
        error={scoreIssue(event.risk_score)}
        onChange={(entered) => edit({ risk_score: entered })}
      />
      <MultiSelect
        label="Signals that fired"
        data={SIGNAL_OPTIONS}
        value={event.signals}
        onChange={(signals) => edit({ signals })}
        searchable
        placeholder={event.signals.length === 0 ? 'None' : undefined}
      />
      <ScoreField
        label="Automation score"
        value={event.automation_score}
        error={scoreIssue(event.automation_score)}
        onChange={(entered) => edit({ automation_score: entered })}
      />
      <Select
        label="Trusted device"
        data={['No', 'Yes']}
        value={event.device_trusted ? 'Yes' : 'No'}
        allowDeselect={false}
        onChange={(value) => edit({ device_trusted: value === 'Yes' })}
      />
    </>
  );
}

function SimulationResult({ result, error }: { result: Simulation | undefined; error: Error | null }) {
  return (
    <div aria-live="polite" className="stack">
      {error !== null && <ErrorMessage error={error} />}
      {result === undefined && error === null && (
        <p className="muted">Run a simulation to see the decision. Nothing is stored.</p>
      )}
      {result !== undefined && (
        <DescriptionList
          items={[
            ['Decision', <DecisionTag key="decision" decision={result.decision} large />],
            ['By score', <DecisionTag key="score" decision={result.baseline_decision} />],
            ['Rule', result.matched_rule?.name ?? 'None matched; the score decides'],
            ['Policy', `Version ${result.policy_version}`],
          ]}
        />
      )}
    </div>
  );
}
