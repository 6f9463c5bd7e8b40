// The member who handles an event, in a field that assigns it; never overwrites a colleague's change.
import { Button, Select } from '@mantine/core';
import { useRef } from 'react';
import { useChange } from '../api/read.ts';
import { useMay, useSession } from '../api/session.ts';
import type { Assignment, EventDetail, One } from '../api/types.ts';
import { NotRead } from '../components/Feedback.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { focusInstead } from '../components/return-focus.ts';
import { useEnvironment } from '../shell/environment.ts';
import { useAssignees } from './assignees.ts';

const NOBODY = 'nobody';

export function AssigneeField({ event }: { event: Pick<EventDetail, 'id' | 'assigned_to'> }) {
  const environment = useEnvironment();
  const me = useSession()?.user;
  const mayAssign = useMay('assign_events');
  const { members, read } = useAssignees();
  const field = useRef<HTMLInputElement>(null);
  const change = useChange<One<Assignment>>([`/v1/events/${event.id}`, `/v1/environments/${environment.id}/`]);
  const current = event.assigned_to;
  if (!mayAssign) return <span className="small muted">Assigned to {current?.name ?? 'nobody'}</span>;
  const assign = async (memberId: string | null) => {
    const body = { member_id: memberId, expected_member_id: current?.id ?? null };
    await change
      .mutateAsync({ method: 'PUT', path: `/v1/events/${event.id}/assignee`, body })
      .then(({ data }) => notifySuccess(`Assigned to ${data.assigned_to?.name ?? 'nobody'}.`))
      .catch((error) => notifyError('Not assigned', error));
  };
  // The button is then removed, and the keyboard focus with it.
  const assignToMe = async (button: HTMLButtonElement, id: string) => {
    await assign(id);
    focusInstead(button, field.current);
  };
  const known = current === null || members.some(({ value }) => value === current.id);
  const others = known ? [] : [{ value: current?.id ?? '', label: current?.name ?? '' }];
  return (
    <div className="row">
      <Select
        ref={field}
        size="xs"
        aria-label="Assigned to"
        data={[{ value: NOBODY, label: 'Assigned to nobody' }, ...members, ...others]}
        value={current?.id ?? NOBODY}
        readOnly={change.isPending}
        allowDeselect={false}
        onChange={(value) => void assign(value === NOBODY ? null : value)}
      />
      {me !== undefined && current?.id !== me.id && (
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          onClick={(event) => void assignToMe(event.currentTarget, me.id)}
        >
          Assign to me
        </Button>
      )}
      <NotRead what="The other members" reads={[read]} />
    </div>
  );
}
