// The rules in evaluation order, with buttons to add, edit, reorder and delete them.
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { Policy, Rule } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import { ShortId } from '../components/Copy.tsx';
import { EmptyState } from '../components/Feedback.tsx';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '../components/icons.ts';
import { Card } from '../components/Page.tsx';
import { DecisionTag } from '../components/Tags.tsx';
import { DECISION_TEXT } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { RuleEditor } from './RuleEditor.tsx';
import classes from './RulesTab.module.css';
import { type RuleActions, useRuleActions } from './rule-actions.ts';
import type { EditedRule } from './rule-form.ts';
import { isFound, ruleText } from './rule-text.ts';

/** About as many rules as a screen shows; a policy may have a hundred. */
const SEARCHED_FROM = 10;

interface RulesTabProps {
  policy: Policy;
  /** The rule whose form was closed for a backtest; the form opens again. */
  edited: EditedRule | null;
  onBacktest: (rule: EditedRule) => void;
  /** Called after the rule was saved or discarded. */
  onClosed: () => void;
}

export function RulesTab({ policy, edited, onBacktest, onClosed }: RulesTabProps) {
  const mayChange = useMay('change_policy');
  const [editing, setEditing] = useState<Rule | 'new' | null>(edited && (edited.rule ?? 'new'));
  // Shared by the editor and the buttons: each change starts from the version that the previous one created.
  const change = useChange([environmentPath(useEnvironment(), '/policy')]);
  const actions = useRuleActions(policy, change);
  const [search, setSearch] = useState('');
  const isSearched = policy.rules.length >= SEARCHED_FROM;
  const found = isSearched ? policy.rules.filter((rule) => isFound(rule, search)) : policy.rules;
  const edit = (rule: Rule | 'new') => {
    if (change.isBusy) return;
    change.reset();
    setEditing(rule);
  };
  return (
    <div className="stack">
      <Card
        title="Rules"
        aside={
          mayChange && (
            <Button
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              aria-disabled={change.isBusy}
              onClick={() => edit('new')}
            >
              Add rule
            </Button>
          )
        }
      >
        {isSearched && (
          <RuleSearch search={search} onSearch={setSearch} found={found.length} of={policy.rules.length} />
        )}
        {policy.rules.length === 0 ? (
          <EmptyState title="No rules: only the thresholds decide">
            <p>
              A rule overrides the thresholds for the events that it matches. For example, block every automated
              password reset, or never challenge a trusted device.
            </p>
          </EmptyState>
        ) : (
          <ol className={classes.rules}>
            {found.map((rule) => (
              <RuleRow key={rule.id} rule={rule}>
                {mayChange && (
                  <RuleButtons
                    rule={rule}
                    // Moving a rule past a hidden one would appear to do nothing.
                    neighbors={found.length === policy.rules.length ? found : null}
                    actions={actions}
                    onEdit={() => edit(rule)}
                  />
                )}
              </RuleRow>
            ))}
          </ol>
        )}
      </Card>
      <p className="muted small">
        Rules are evaluated from top to bottom. The first rule that matches decides; if none matches, the thresholds
        decide.
      </p>
      {editing !== null && (
        <RuleEditor
          key={editing === 'new' ? 'new' : editing.id}
          rule={editing === 'new' ? null : editing}
          edited={edited}
          policy={policy}
          change={change}
          onClose={() => {
            setEditing(null);
            onClosed();
          }}
          onBacktest={onBacktest}
        />
      )}
    </div>
  );
}

interface RuleSearchProps {
  search: string;
  onSearch: (search: string) => void;
  found: number;
  of: number;
}

function RuleSearch({ search, onSearch, found, of }: RuleSearchProps) {
  return (
    <div className={classes.search}>
      <TextInput
        label="Find rules"
        placeholder="Name, event type, signal or decision"
        type="search"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <p className="muted small" role="status">
        {found === of
          ? formatCount(of, 'rule')
          : `${found} of ${formatCount(of, 'rule')}. To move rules, clear the search.`}
      </p>
    </div>
  );
}

function RuleRow({ rule, children }: { rule: Rule; children: React.ReactNode }) {
  return (
    <li className={classes.rule}>
      <span className={classes.priority} title="Priority">
        {rule.priority}
      </span>
      <div className="grow">
        <h3 className={classes.name}>{rule.name}</h3>
        <p className="small">{ruleText(rule)}</p>
      </div>
      {DECISION_TEXT[rule.action?.decision] !== undefined && <DecisionTag decision={rule.action.decision} />}
      <ShortId id={rule.id} />
      {children}
    </li>
  );
}

interface RuleButtonsProps {
  rule: Rule;
  /** All rules in their order; null while the rule cannot be moved. */
  neighbors: readonly Rule[] | null;
  actions: RuleActions;
  onEdit: () => void;
}

function RuleButtons({ rule, neighbors, actions, onEdit }: RuleButtonsProps) {
  const { remove, busy } = actions;
  return (
    <div className="row">
      {neighbors !== null && <MoveButtons rule={rule} rules={neighbors} actions={actions} />}
      <RuleButton label={`Edit ${rule.name}`} disabled={busy} icon={IconPencil} onClick={onEdit} />
      <RuleButton label={`Delete ${rule.name}`} disabled={busy} icon={IconTrash} onClick={() => remove(rule)} />
    </div>
  );
}

function MoveButtons({ rule, rules, actions }: { rule: Rule; rules: readonly Rule[]; actions: RuleActions }) {
  const { moveBeyond, busy } = actions;
  const index = rules.indexOf(rule);
  return (
    <>
      <RuleButton
        label={`Move ${rule.name} up`}
        disabled={index === 0 || busy}
        icon={IconArrowUp}
        onClick={() => moveBeyond(rule, rules[index - 1])}
      />
      <RuleButton
        label={`Move ${rule.name} down`}
        disabled={index === rules.length - 1 || busy}
        icon={IconArrowDown}
        onClick={() => moveBeyond(rule, rules[index + 1])}
      />
    </>
  );
}

/** Looks disabled and is announced as such, but stays focusable: after a move, a disabled button would lose the keyboard focus. */
function RuleButton(props: { label: string; icon: typeof IconTrash; disabled: boolean; onClick: () => unknown }) {
  const { label, icon: Icon, disabled, onClick } = props;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      data-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) void onClick();
      }}
    >
      <Icon size={17} aria-hidden />
    </ActionIcon>
  );
}
