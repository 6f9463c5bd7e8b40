// The list of rules, with a search if there are many, and buttons to edit, reorder and delete them.
import { ActionIcon, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { Policy, Rule } from '../api/control-types.ts';
import type { ChangeState } from '../api/read.ts';
import { ShortId } from '../components/Copy.tsx';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '../components/icons.ts';
import { DecisionTag } from '../components/Tags.tsx';
import { DECISION_TEXT } from '../components/wording.ts';
import classes from './RuleList.module.css';
import { type RuleActions, useRuleActions } from './rule-actions.ts';
import { isFound, ruleText } from './rule-text.ts';

/** About as many rules as a screen shows; a policy may have a hundred. */
const SEARCHED_FROM = 10;

interface RuleListProps {
  policy: Policy;
  change: ChangeState;
  /** Null for members who may not change the policy: rules then have no buttons. */
  onEdit: ((rule: Rule) => void) | null;
}

export function RuleList({ policy, change, onEdit }: RuleListProps) {
  const { rules } = policy;
  const actions = useRuleActions(policy, change);
  const [search, setSearch] = useState('');
  const isSearched = rules.length >= SEARCHED_FROM;
  const found = isSearched ? rules.filter((rule) => isFound(rule, search)) : rules;
  // Moving a rule past a hidden one would appear to do nothing.
  const neighbors = found.length === rules.length ? found : null;
  return (
    <>
      {isSearched && <RuleSearch search={search} onSearch={setSearch} found={found.length} of={rules.length} />}
      <ol className={classes.rules}>
        {found.map((rule) => (
          <RuleRow key={rule.id} rule={rule}>
            {onEdit !== null && (
              <RuleButtons rule={rule} neighbors={neighbors} actions={actions} onEdit={() => onEdit(rule)} />
            )}
          </RuleRow>
        ))}
      </ol>
    </>
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
      <div className={`grow ${classes.text}`}>
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
