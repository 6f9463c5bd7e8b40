// The rules in the order in which they are asked, with their order, their editor and their removal.
import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { PRIORITY_MAX } from '../../../src/policy/limits.ts';
import type { Policy, Rule } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { ShortId } from '../components/Copy.tsx';
import { Empty } from '../components/Feedback.tsx';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '../components/icons.ts';
import { done, failed } from '../components/notice.ts';
import { Card } from '../components/Page.tsx';
import { DecisionTag } from '../components/Tags.tsx';
import { DECISION_TEXT } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { type DraftRuleRow, withRule } from './draft.ts';
import { RuleEditor } from './RuleEditor.tsx';
import classes from './RulesTab.module.css';
import { ruleText } from './rule-text.ts';

interface RulesTabProps {
  policy: Policy;
  /** Backtests the policy with these rules. */
  onTry: (rules: DraftRuleRow[]) => void;
}

export function RulesTab({ policy, onTry }: RulesTabProps) {
  const mayChange = useMay('change_policy');
  const [editing, setEditing] = useState<Rule | 'new' | null>(null);
  const actions = useRuleActions(policy);
  return (
    <div className="stack">
      <Card
        title="Rules"
        aside={
          mayChange && (
            <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setEditing('new')}>
              Add a rule
            </Button>
          )
        }
      >
        {policy.rules.length === 0 ? (
          <Empty title="No rules: the thresholds alone decide">
            <p>
              A rule overrides the thresholds for the events that it matches. For example: block every password reset by
              automation, or never challenge a trusted device.
            </p>
          </Empty>
        ) : (
          <ol className={classes.rules}>
            {policy.rules.map((rule, index) => (
              <li key={rule.id} className={classes.rule}>
                <span className={classes.priority} title="Priority">
                  {rule.priority}
                </span>
                <div className="grow">
                  <h3 className={classes.name}>{rule.name}</h3>
                  <p className="small">{ruleText(rule)}</p>
                </div>
                {DECISION_TEXT[rule.action?.decision] !== undefined && <DecisionTag decision={rule.action.decision} />}
                <ShortId id={rule.id} />
                {mayChange && (
                  <div className="row">
                    <RuleButton
                      label={`Move ${rule.name} up`}
                      disabled={index === 0 || actions.busy}
                      icon={IconArrowUp}
                      onClick={() => actions.swap(rule, policy.rules[index - 1])}
                    />
                    <RuleButton
                      label={`Move ${rule.name} down`}
                      disabled={index === policy.rules.length - 1 || actions.busy}
                      icon={IconArrowDown}
                      onClick={() => actions.swap(rule, policy.rules[index + 1])}
                    />
                    <RuleButton label={`Edit ${rule.name}`} icon={IconPencil} onClick={() => setEditing(rule)} />
                    <RuleButton label={`Delete ${rule.name}`} icon={IconTrash} onClick={() => actions.remove(rule)} />
                  </div>
                )}
              </li>
            ))}
          </ol>
        )}
      </Card>
      <p className="soft small">
        Rules are asked from the top. The first one that matches decides; if none does, the thresholds do. Where two
        rules overlap, the higher one wins.
      </p>
      {editing !== null && (
        <RuleEditor
          key={editing === 'new' ? 'new' : editing.id}
          rule={editing === 'new' ? null : editing}
          policy={policy}
          onClose={() => setEditing(null)}
          onTry={(rule) => onTry(withRule(policy.rules, rule))}
        />
      )}
    </div>
  );
}

function RuleButton(props: { label: string; icon: typeof IconTrash; disabled?: boolean; onClick: () => unknown }) {
  const { label, icon: Icon, disabled = false, onClick } = props;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={() => void onClick()}
    >
      <Icon size={17} aria-hidden />
    </ActionIcon>
  );
}

/** The priority that puts a rule on the other side of its neighbor, without taking one that is in use. */
export function freePriority(rules: readonly Rule[], neighbor: Rule, above: boolean): number | null {
  const taken = new Set(rules.map(({ priority }) => priority));
  const step = above ? 1 : -1;
  const candidate = neighbor.priority + step;
  return candidate >= 0 && candidate <= PRIORITY_MAX && !taken.has(candidate) ? candidate : null;
}

function useRuleActions(policy: Policy) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const change = useChange([environmentPath(environment, '/policy')]);
  const headers = { 'if-match': `"${policy.version}"` };

  const remove = async (rule: Rule) => {
    const yes = await confirm({
      title: `Delete “${rule.name}”?`,
      body: 'Events that it would have matched are decided by the next rule or the thresholds. Past decisions keep naming it.',
      action: 'Delete rule',
      danger: true,
      environment,
    });
    if (!yes) return;
    await change
      .mutateAsync({ method: 'DELETE', path: `/v1/policy/rules/${rule.id}`, headers })
      .then(() => done('Rule deleted.'))
      .catch((error) => failed('The rule was not deleted', error));
  };

  const swap = async (rule: Rule, neighbor: Rule | undefined) => {
    if (neighbor === undefined) return;
    const above = neighbor.priority > rule.priority;
    const priority = freePriority(policy.rules, neighbor, above);
    if (priority === null) {
      failed(
        'There is no free priority in between',
        new Error('Edit one of the two rules and give it another priority.'),
      );
      return;
    }
    const yes = await confirm({
      title: 'Change the order?',
      body: `“${rule.name}” will be asked ${above ? 'before' : 'after'} “${neighbor.name}”.`,
      action: 'Change order',
      environment,
    });
    if (!yes) return;
    await change
      .mutateAsync({ method: 'PATCH', path: `/v1/policy/rules/${rule.id}`, body: { priority }, headers })
      .then(() => done('Order changed.'))
      .catch((error) => failed('The order was not changed', error));
  };
  return { remove, swap, busy: change.isPending };
}
