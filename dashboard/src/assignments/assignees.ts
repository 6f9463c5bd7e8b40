// The members that an event can be assigned to.
import { allows } from '../../../src/access/permission.ts';
import type { Member } from '../api/control-types.ts';
import { useList } from '../api/read.ts';

/** The options of a field, which are the members whose role may label events, in alphabetical order; and the read of the members. */
export function useAssignees() {
  const read = useList<Member>('/v1/members', { limit: 100 });
  const members = (read.data?.data ?? [])
    .filter(({ role }) => allows(role, 'record_outcome'))
    .map(({ id, email }) => ({ value: id, label: email }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return { members, read };
}
