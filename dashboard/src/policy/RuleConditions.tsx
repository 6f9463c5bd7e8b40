// The conditions of a rule and how they are combined.
import { Button, SegmentedControl } from '@mantine/core';
import { CONDITIONS_MAX } from '../../../src/policy/limits.ts';
import type { Condition } from '../api/control-types.ts';
import { IconPlus } from '../components/icons.ts';
import { ConditionRow } from './ConditionRow.tsx';
import classes from './RuleEditor.module.css';
import { DEFAULT_CONDITION, type RuleForm } from './rule-form.ts';
import { conditionGroup } from './rule-text.ts';

export function RuleConditions({ form }: { form: RuleForm }) {
  const { draft, edit, errorAt } = form;
  const { name, list } = conditionGroup(draft.conditions);
  const setList = (next: Condition[], group = name) =>
    edit({ conditions: group === 'all' ? { all: next } : { any: next } });
  const errorOf = (index: number) =>
    ['value', 'value/0', 'operator', 'field']
      .map((member) => errorAt(`/conditions/${name}/${index}/${member}`))
      .find((error) => error !== undefined);
  return (
    <fieldset className={classes.group}>
      <legend>If</legend>
      <div className="stack compact">
        <SegmentedControl
          aria-label="Combine conditions"
          value={name}
          onChange={(value) => setList(list, value as 'all' | 'any')}
          data={[
            { value: 'all', label: 'All conditions match' },
            { value: 'any', label: 'Any condition matches' },
          ]}
        />
        {list.map((condition, index) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and have no id
            key={index}
            condition={condition}
            number={index + 1}
            error={errorOf(index)}
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
            onClick={() => setList([...list, DEFAULT_CONDITION])}
          >
            Add condition
          </Button>
        )}
      </div>
    </fieldset>
  );
}
