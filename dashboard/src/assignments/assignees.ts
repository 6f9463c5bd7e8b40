// The members that an event can be assigned to.
import { allows } from '../../../src/access/permission.ts';
import type { Member } from '../api/control-types.ts';
import { useList } from '../api/read.ts';

/** The options of a field: the members whose role may label events, in alphabetical order. */
export function useAssignees(): { value: string; label: string }[] {
  const members = useList<Member>('/v1/members', { limit: 100 }).data?.data ?? [];
  return members
    .filter(({ role }) => allows(role, 'record_outcome'))
    .map(({ id, email }) => ({ value: id, label: email }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
