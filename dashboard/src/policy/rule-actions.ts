// Deletes and reorders the rules of a policy, each with a confirmation and an optional comment.
import { PRIORITY_MAX } from '../../../src/policy/limits.ts';
import { withQuery } from '../api/client.ts';
import type { Policy, Rule } from '../api/control-types.ts';
import type { ChangeState } from '../api/read.ts';
import { useConfirmWithComment } from '../components/Confirm.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { useEnvironment } from '../shell/environment.ts';

export interface RuleActions {
  remove: (rule: Rule) => Promise<void>;
  /** Moves a rule past its neighbor. */
  moveBeyond: (rule: Rule, neighbor: Rule | undefined) => Promise<void>;
  /** Whether a change is in progress. */
  busy: boolean;
}

/** The unused priority just above or below a neighboring rule; null if there is none. */
function freePriority(rules: readonly Rule[], neighbor: Rule, above: boolean): number | null {
  const taken = new Set(rules.map(({ priority }) => priority));
  const step = above ? 1 : -1;
  const candidate = neighbor.priority + step;
  return candidate >= 0 && candidate <= PRIORITY_MAX && !taken.has(candidate) ? candidate : null;
}

/** Deleting and reordering rules, each with a confirmation. */
export function useRuleActions(policy: Policy, change: ChangeState): RuleActions {
  const environment = useEnvironment();
  const confirm = useConfirmWithComment();
  const headers = { 'if-match': `"${policy.version}"` };

  const remove = async (rule: Rule) => {
    const comment = await confirm({
      title: `Delete “${rule.name}”?`,
      body: 'The next matching rule or the thresholds will decide the events it would have matched. Past decisions still show this rule.',
      action: 'Delete rule',
      danger: true,
      environment,
    });
    if (comment === null) return;
    await change
      .mutateAsync({ method: 'DELETE', path: withQuery(`/v1/policy/rules/${rule.id}`, { comment }), headers })
      .then(() => notifySuccess('Rule deleted.'))
      .catch((error) => notifyError('Rule not deleted', error));
  };

  const moveBeyond = async (rule: Rule, neighbor: Rule | undefined) => {
    if (neighbor === undefined) return;
    const above = neighbor.priority > rule.priority;
    const priority = freePriority(policy.rules, neighbor, above);
    if (priority === null) {
      notifyError('No free priority between these rules', new Error('Edit one of the rules and change its priority.'));
      return;
    }
    const comment = await confirm({
      title: `Move “${rule.name}”?`,
      body: `“${rule.name}” will be evaluated ${above ? 'before' : 'after'} “${neighbor.name}”.`,
      action: 'Change order',
      environment,
    });
    if (comment === null) return;
    const body = { priority, ...(comment !== '' && { comment }) };
    await change
      .mutateAsync({ method: 'PATCH', path: `/v1/policy/rules/${rule.id}`, body, headers })
      .then(() => notifySuccess('Order changed.'))
      .catch((error) => notifyError('Order not changed', error));
  };
  return { remove, moveBeyond, busy: change.isBusy };
}
