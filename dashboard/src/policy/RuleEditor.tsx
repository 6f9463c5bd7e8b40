// Builds or edits one rule from the table of condition fields; wrong places are shown while typing.
import { Autocomplete, Button, Modal, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CONDITIONS_MAX, PRIORITY_MAX } from '../../../src/policy/limits.ts';
import { validateRule } from '../../../src/policy/validate-rule.ts';
import { EVENT_TYPES } from '../../../src/vocabulary/event-types.ts';
import { DECISIONS, type Decision } from '../../../src/vocabulary/words.ts';
import type { Condition, DraftRule, Policy, Rule } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { Failure } from '../components/Feedback.tsx';
import { IconPlus } from '../components/icons.ts';
import { done } from '../components/notice.ts';
import { DECISION_TEXT } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { ConditionRow } from './ConditionRow.tsx';
import { type DraftRuleRow, ruleBody } from './draft.ts';
import classes from './RuleEditor.module.css';
import { groupOf, ruleText } from './rule-text.ts';

interface RuleEditorProps {
  rule: Rule | null;
  policy: Policy;
  onClose: () => void;
  onTry: (rule: DraftRuleRow) => void;
}

const FIRST_CONDITION: Condition = { field: 'risk.score', operator: 'gte', value: 50 };

/** A new rule stands above the others, with room between. */
function newRule(policy: Policy): DraftRule {
  const highest = Math.max(0, ...policy.rules.map(({ priority }) => priority));
  return {
    name: '',
    event_type: null,
    conditions: { all: [FIRST_CONDITION] },
    action: { decision: 'challenge' },
    priority: Math.min(highest + 10, PRIORITY_MAX),
  };
}

export function RuleEditor({ rule, policy, onClose, onTry }: RuleEditorProps) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const path = environmentPath(environment, '/policy');
  const change = useChange([path]);
  const [draft, setDraft] = useState<DraftRule>(() => (rule === null ? newRule(policy) : ruleBody(rule)));
  const [touched, setTouched] = useState(false);
  const edit = (changes: Partial<DraftRule>) => setDraft({ ...draft, ...changes });
  const problems = validateRule(draft);
  const taken = policy.rules.find((other) => other.id !== rule?.id && other.priority === draft.priority);
  const problemAt = (pointer: string) =>
    touched ? problems.find((place) => place.pointer === pointer)?.detail : undefined;

  const save = async () => {
    setTouched(true);
    if (problems.length > 0 || taken !== undefined) return;
    const yes = await confirm({
      title: rule === null ? 'Add this rule?' : 'Change this rule?',
      body: ruleText(draft),
      action: rule === null ? 'Add rule' : 'Save rule',
      environment,
    });
    if (!yes) return;
    const headers = { 'if-match': `"${policy.version}"` };
    if (rule === null) await change.mutateAsync({ method: 'POST', path: `${path}/rules`, body: draft, headers });
    else await change.mutateAsync({ method: 'PATCH', path: `/v1/policy/rules/${rule.id}`, body: draft, headers });
    done(rule === null ? 'Rule added. It counts from the next event on.' : 'Rule saved.');
    onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={rule === null ? 'New rule' : `Edit “${rule.name}”`}
      size="xl"
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save().catch(() => undefined);
        }}
      >
        <div className={classes.top}>
          <TextInput
            label="Name"
            placeholder="No resets by robots"
            data-autofocus
            value={draft.name}
            error={problemAt('/name')}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
          <Autocomplete
            label="Event type"
            placeholder="Every event"
            data={Object.keys(EVENT_TYPES)}
            value={draft.event_type ?? ''}
            error={problemAt('/event_type')}
            onChange={(value) => edit({ event_type: value === '' ? null : value })}
          />
          <NumberInput
            label="Priority"
            description="Higher is asked first"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={0}
            max={PRIORITY_MAX}
            allowDecimal={false}
            value={draft.priority}
            error={taken ? `Taken by “${taken.name}”` : problemAt('/priority')}
            onChange={(value) => typeof value === 'number' && edit({ priority: value })}
          />
        </div>
        <Conditions draft={draft} edit={edit} problemAt={problemAt} />
        <fieldset className={classes.group}>
          <legend>Then</legend>
          <SegmentedControl
            aria-label="Decision"
            value={draft.action.decision}
            onChange={(decision) => edit({ action: { decision: decision as Decision } })}
            data={DECISIONS.map((value) => ({ value, label: DECISION_TEXT[value].name }))}
          />
        </fieldset>
        <p className={classes.sentence} aria-live="polite">
          {ruleText(draft)}
        </p>
        {change.error !== null && <Failure error={change.error} />}
        <div className="row">
          <Button type="submit" loading={change.isPending}>
            {rule === null ? 'Add rule' : 'Save rule'}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              setTouched(true);
              if (problems.length === 0) onTry({ ...draft, id: rule?.id });
            }}
          >
            Backtest first
          </Button>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface ConditionsProps {
  draft: DraftRule;
  edit: (changes: Partial<DraftRule>) => void;
  problemAt: (pointer: string) => string | undefined;
}

function Conditions({ draft, edit, problemAt }: ConditionsProps) {
  const { name, list } = groupOf(draft.conditions);
  const setList = (next: Condition[], group = name) =>
    edit({ conditions: group === 'all' ? { all: next } : { any: next } });
  return (
    <fieldset className={classes.group}>
      <legend>If</legend>
      <div className="stack tight">
        <SegmentedControl
          aria-label="How the conditions are joined"
          value={name}
          onChange={(value) => setList(list, value as 'all' | 'any')}
          data={[
            { value: 'all', label: 'all of these hold' },
            { value: 'any', label: 'any of these holds' },
          ]}
        />
        {list.map((condition, index) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and have no id
            key={index}
            condition={condition}
            number={index + 1}
            problem={
              problemAt(`/conditions/${name}/${index}/value`) ??
              problemAt(`/conditions/${name}/${index}/value/0`) ??
              problemAt(`/conditions/${name}/${index}/operator`) ??
              problemAt(`/conditions/${name}/${index}/field`)
            }
            onChange={(changed) => setList(list.map((old, at) => (at === index ? changed : old)))}
            onRemove={list.length === 1 ? undefined : () => setList(list.filter((_, at) => at !== index))}
          />
        ))}
        {list.length < CONDITIONS_MAX && (
          <Button
            className={classes.add}
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setList([...list, FIRST_CONDITION])}
          >
            Add a condition
          </Button>
        )}
      </div>
    </fieldset>
  );
}
