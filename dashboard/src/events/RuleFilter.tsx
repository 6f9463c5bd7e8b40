// A filter for events: the rule that decided, by its name.
import { Select } from '@mantine/core';
import type { Policy } from '../api/control-types.ts';
import { useOne } from '../api/read.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import type { Filters } from '../shell/filters.ts';

export function RuleFilter({ filters }: { filters: Filters }) {
  const environment = useEnvironment();
  const chosen = filters.one('rule_id');
  const rules = useOne<Policy>(environmentPath(environment, '/policy')).data?.data.rules ?? [];
  const data = rules.map(({ id, name }) => ({ value: id, label: name }));
  // The rule may be from an older policy version, or the policy may not be loaded yet.
  const known = chosen === '' || data.some(({ value }) => value === chosen);
  return (
    <Select
      label="Matched rule"
      placeholder="Any"
      data={known ? data : [...data, { value: chosen, label: chosen }]}
      value={chosen || null}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear matched rule' }}
      nothingFoundMessage="The policy has no rules"
      onChange={(value) => filters.set({ rule_id: value ?? undefined })}
    />
  );
}
