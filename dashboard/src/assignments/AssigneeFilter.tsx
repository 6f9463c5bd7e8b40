// A filter for event lists: assigned to me, to nobody, or to a member.
import { Select } from '@mantine/core';
import { NotRead } from '../components/Feedback.tsx';
import type { Filters } from '../shell/filters.ts';
import { useAssignees } from './assignees.ts';

export function AssigneeFilter({ filters }: { filters: Filters }) {
  const chosen = filters.one('assigned_to');
  const { members, read } = useAssignees();
  const data = [{ value: 'me', label: 'Me' }, { value: 'nobody', label: 'Nobody' }, ...members];
  // The member may have left, or the list may not be loaded yet.
  const known = chosen === '' || data.some(({ value }) => value === chosen);
  return (
    <div className="stack compact">
      <NotRead what="The other members" reads={[read]} />
      <Select
        label="Assigned to"
        placeholder="Anyone"
        data={known ? data : [...data, { value: chosen, label: chosen }]}
        value={chosen || null}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear assigned to' }}
        onChange={(value) => filters.set({ assigned_to: value ?? undefined })}
      />
    </div>
  );
}
