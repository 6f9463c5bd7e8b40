// The state of the rule editor: the draft, its validation issues, and saving it.
import { useState } from 'react';
import { PRIORITY_MAX } from '../../../src/policy/limits.ts';
import { validateRule } from '../../../src/policy/validate-rule.ts';
import { Problem } from '../api/client.ts';
import type { Condition, DraftRule, Policy, Rule } from '../api/control-types.ts';
import type { ChangeState } from '../api/read.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { notifySuccess } from '../components/notifications.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { ruleBody } from './draft.ts';
import { ruleText } from './rule-text.ts';

export const DEFAULT_CONDITION: Condition = { field: 'risk.score', operator: 'gte', value: 50 };

/** A new rule gets the highest priority, with a gap of 10 to the next one. */
function newRule(policy: Policy): DraftRule {
  const highest = Math.max(0, ...policy.rules.map(({ priority }) => priority));
  return {
    name: '',
    event_type: null,
    conditions: { all: [DEFAULT_CONDITION] },
    action: { decision: 'challenge' },
    priority: Math.min(highest + 10, PRIORITY_MAX),
  };
}

/** The form's contents, preserved while it is closed for a backtest. */
export interface EditedRule {
  /** The rule being edited; null for a new one. */
  rule: Rule | null;
  draft: DraftRule;
  /** The policy that the draft started from. */
  base: Policy;
  comment: string;
}

export interface RuleForm extends EditedRule {
  /** Continues the draft on the current version. */
  rebase: () => void;
  setComment: (comment: string) => void;
  edit: (changes: Partial<DraftRule>) => void;
  /** The message for a JSON pointer; nothing before the first attempt to save or backtest. */
  errorAt: (pointer: string) => string | undefined;
  /** Another rule with the same priority. */
  priorityOwner: Rule | undefined;
  /** Shows the validation messages; true if there are none. */
  check: () => boolean;
  save: () => Promise<void>;
  saving: boolean;
  error: Error | null;
}

function isStale(error: Error | null): boolean {
  return error instanceof Problem && error.code === 'stale_version';
}

/** `rule` is null for a new rule; `edited` resumes after a backtest. `onSaved` is called after the server has accepted the rule. */
export function useRuleForm(
  { rule, edited, policy }: { rule: Rule | null; edited: EditedRule | null; policy: Policy },
  change: ChangeState,
  onSaved: () => void,
): RuleForm {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const path = environmentPath(environment, '/policy');
  // The version that the form was opened on: saving must not overwrite a later one.
  const [base, setBase] = useState(edited?.base ?? policy);
  const [draft, setDraft] = useState<DraftRule>(
    () => edited?.draft ?? (rule === null ? newRule(policy) : ruleBody(rule)),
  );
  const [comment, setComment] = useState(edited?.comment ?? '');
  const [showIssues, setShowIssues] = useState(false);
  const issues = validateRule(draft);
  const priorityOwner = policy.rules.find((other) => other.id !== rule?.id && other.priority === draft.priority);
  const check = () => {
    setShowIssues(true);
    return issues.length === 0;
  };

  const save = async () => {
    if (!check() || priorityOwner !== undefined) return;
    const confirmed = await confirm({
      title: rule === null ? `Add “${draft.name.trim()}”?` : `Change “${rule.name}”?`,
      body: ruleText(draft),
      action: rule === null ? 'Add rule' : 'Save rule',
      environment,
    });
    if (!confirmed) return;
    const headers = { 'if-match': `"${base.version}"` };
    const body = { ...draft, ...(comment.trim() !== '' && { comment: comment.trim() }) };
    if (rule === null) await change.mutateAsync({ method: 'POST', path: `${path}/rules`, body, headers });
    else await change.mutateAsync({ method: 'PATCH', path: `/v1/policy/rules/${rule.id}`, body, headers });
    notifySuccess(rule === null ? 'Rule added. It applies from the next event on.' : 'Rule saved.');
    onSaved();
  };

  return {
    rule,
    draft,
    base,
    rebase: () => {
      change.reset();
      setBase(policy);
    },
    comment,
    setComment,
    edit: (changes) => setDraft({ ...draft, ...changes }),
    errorAt: (pointer) => (showIssues ? issues.find((issue) => issue.pointer === pointer)?.detail : undefined),
    priorityOwner,
    check,
    save,
    saving: change.isPending,
    // The notice about the changed policy already shows this and the differences.
    error: base.version !== policy.version && isStale(change.error) ? null : change.error,
  };
}
