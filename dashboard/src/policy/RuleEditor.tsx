// Creates or edits one rule; the server's own validation runs while the user types.
import { Button, NumberInput, SegmentedControl } from '@mantine/core';
import { NAME_MAX, PRIORITY_MAX } from '../../../src/policy/limits.ts';
import { DECISIONS, type Decision } from '../../../src/vocabulary/words.ts';
import type { Policy, Rule } from '../api/control-types.ts';
import type { ChangeState } from '../api/read.ts';
import { CommentField } from '../components/CommentField.tsx';
import { ErrorMessage } from '../components/Feedback.tsx';
import { FormDialog, useCloseForm } from '../components/FormDialog.tsx';
import { NameField } from '../components/NameField.tsx';
import { SubmitForm } from '../components/SubmitForm.tsx';
import { DECISION_TEXT } from '../components/wording.ts';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { EventTypeField } from './EventTypeField.tsx';
import { RuleConditions } from './RuleConditions.tsx';
import classes from './RuleEditor.module.css';
import { type EditedRule, type RuleForm, useRuleForm } from './rule-form.ts';
import { ruleText } from './rule-text.ts';

interface RuleEditorProps {
  /** Null for a new rule. */
  rule: Rule | null;
  /** The form's input before a backtest; null for a fresh form. */
  edited: EditedRule | null;
  policy: Policy;
  change: ChangeState;
  onClose: () => void;
  /** Backtests the policy with the edited rule. */
  onBacktest: (rule: EditedRule) => void;
}

export function RuleEditor({ rule, edited, policy, change, onClose, onBacktest }: RuleEditorProps) {
  const form = useRuleForm({ rule, edited, policy }, change, onClose);
  const { draft, base, comment } = form;
  return (
    <FormDialog
      onClose={onClose}
      holdsInput={edited !== null}
      title={rule === null ? 'New rule' : `Edit “${rule.name}”`}
      size="xl"
    >
      <SubmitForm className="stack" noValidate save={form.save}>
        <ChangedMeanwhile base={form.base} policy={policy} onContinue={form.rebase} />
        <RuleFields form={form} />
        <RuleConditions form={form} />
        <fieldset className={classes.group}>
          <legend>Then</legend>
          <SegmentedControl
            aria-label="Decision"
            value={draft.action.decision}
            onChange={(decision) => form.edit({ action: { decision: decision as Decision } })}
            data={DECISIONS.map((value) => ({ value, label: DECISION_TEXT[value].name }))}
          />
        </fieldset>
        <p className={classes.sentence} aria-live="polite">
          {ruleText(draft)}
        </p>
        <CommentField comment={form.comment} onChange={form.setComment} />
        {form.error !== null && <ErrorMessage error={form.error} />}
        <div className="row">
          <Button type="submit" loading={form.saving}>
            {rule === null ? 'Add rule' : 'Save rule'}
          </Button>
          <Button variant="default" onClick={() => form.check() && onBacktest({ rule, draft, base, comment })}>
            Backtest first
          </Button>
          <CancelButton />
        </div>
      </SubmitForm>
    </FormDialog>
  );
}

/** A separate component because it must be inside the dialog, which asks before it discards the input. */
function CancelButton() {
  const close = useCloseForm();
  return (
    <Button variant="subtle" onClick={close}>
      Cancel
    </Button>
  );
}

function RuleFields({ form }: { form: RuleForm }) {
  const { draft, edit, errorAt, priorityOwner } = form;
  return (
    <div className={classes.top}>
      <NameField
        placeholder="Block automated password resets"
        data-autofocus
        maxLength={NAME_MAX}
        value={draft.name}
        error={errorAt('/name')}
        onChange={(name) => edit({ name })}
      />
      <EventTypeField
        label="Event type"
        placeholder="All events"
        required={false}
        value={draft.event_type ?? ''}
        refused={errorAt('/event_type') !== undefined}
        onChange={(value) => edit({ event_type: value === '' ? null : value })}
      />
      <NumberInput
        label="Priority"
        description="Higher is evaluated first"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={0}
        max={PRIORITY_MAX}
        // A number that is clamped when the field loses focus could be saved unnoticed.
        clampBehavior="none"
        allowDecimal={false}
        value={draft.priority}
        error={priorityOwner ? `Already used by “${priorityOwner.name}”` : errorAt('/priority')}
        onChange={(value) => typeof value === 'number' && edit({ priority: value })}
      />
    </div>
  );
}
