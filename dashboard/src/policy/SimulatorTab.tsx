// Asks the active policy about an event that never happened; nothing is kept.
import { Autocomplete, Button, MultiSelect, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { SIGNAL_CODES } from '../../../src/scoring/signals/index.ts';
import { EVENT_TYPES } from '../../../src/vocabulary/event-types.ts';
import type { Simulation } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { Failure } from '../components/Feedback.tsx';
import { Card, Facts } from '../components/Page.tsx';
import { DecisionTag } from '../components/Tags.tsx';
import { signalName } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';

const CODES = SIGNAL_CODES.map((value) => ({ value, label: signalName(value) }));

export function SimulatorTab() {
  const environment = useEnvironment();
  const may = useMay('simulate_policy');
  const [eventType, setEventType] = useState('login');
  const [score, setScore] = useState<number>(50);
  const [signals, setSignals] = useState<string[]>([]);
  const [automation, setAutomation] = useState<number>(0);
  const [trusted, setTrusted] = useState('no');
  const change = useChange<One<Simulation>>([]);
  const path = environmentPath(environment, '/policy/simulate');
  if (!may) return <p className="soft">Your role may not run simulations.</p>;

  const run = () => {
    const body = {
      event_type: eventType,
      risk_score: score,
      signals,
      automation_score: automation,
      device_trusted: trusted === 'yes',
    };
    change.mutateAsync({ method: 'POST', path, body }).catch(() => undefined);
  };
  const result = change.data?.data;
  return (
    <div className="columns">
      <Card title="An event that did not happen">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <Autocomplete
            label="Event type"
            data={Object.keys(EVENT_TYPES)}
            value={eventType}
            onChange={setEventType}
            required
            withAsterisk={false}
          />
          <NumberInput
            label="Risk score"
            min={0}
            max={100}
            allowDecimal={false}
            value={score}
            onChange={(value) => setScore(Number(value))}
          />
          <MultiSelect
            label="Signals that fired"
            data={CODES}
            value={signals}
            onChange={setSignals}
            searchable
            placeholder={signals.length === 0 ? 'None' : undefined}
          />
          <NumberInput
            label="Automation score"
            min={0}
            max={100}
            allowDecimal={false}
            value={automation}
            onChange={(value) => setAutomation(Number(value))}
          />
          <Select
            label="Trusted device"
            data={['no', 'yes']}
            value={trusted}
            allowDeselect={false}
            onChange={(value) => setTrusted(value ?? 'no')}
          />
          <Button type="submit" loading={change.isPending}>
            What would be decided?
          </Button>
        </form>
      </Card>
      <Card title="Answer of the active policy">
        <div aria-live="polite" className="stack">
          {change.error !== null && <Failure error={change.error} />}
          {result === undefined && change.error === null && (
            <p className="soft">Nothing asked yet. Nothing is kept either way.</p>
          )}
          {result !== undefined && (
            <Facts
              facts={[
                ['Decision', <DecisionTag key="decision" decision={result.decision} large />],
                ['By score', <DecisionTag key="score" decision={result.baseline_decision} />],
                ['Rule', result.matched_rule?.name ?? 'none matched: the score decides'],
                ['Policy', `version ${result.policy_version}`],
              ]}
            />
          )}
        </div>
      </Card>
    </div>
  );
}
