// Assigns many events at once and shows which of them stay with a colleague.
import { Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { useChange } from '../api/read.ts';
import { useSession } from '../api/session.ts';
import type { SaysOf } from '../api/show-answer.ts';
import type { AssignedEvents, One } from '../api/types.ts';
import { DialogForm } from '../components/DialogForm.tsx';
import { NotRead } from '../components/Feedback.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { notifySuccess } from '../components/notifications.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useAssignees } from './assignees.ts';

const NOBODY = 'nobody';

interface AssignManyProps {
  eventIds: readonly string[];
  onClose: () => void;
  onDone?: () => void;
}

export function AssignMany({ eventIds, onClose, onDone }: AssignManyProps) {
  const environment = useEnvironment();
  const me = useSession()?.user.id;
  const { members, read } = useAssignees();
  const [chosen, setChosen] = useState<string | null>(null);
  const [replace, setReplace] = useState(false);
  const path = environmentPath(environment, '/assignments');
  const change = useChange<One<AssignedEvents>>([environmentPath(environment, ''), '/v1/events']);
  // Most members who open the dialog take the events themselves. Until the members are known, a quick Enter must not assign to nobody.
  const member =
    chosen ?? members.find(({ value }) => value === me)?.value ?? (read.data === undefined ? null : NOBODY);
  const save = async () => {
    if (member === null) return;
    const body = { event_ids: eventIds, member_id: member === NOBODY ? null : member, replace };
    const name = members.find(({ value }) => value === member)?.label ?? 'nobody';
    const now = member === NOBODY ? null : { id: member, name };
    const { data } = await change.mutateAsync({
      ...{ method: 'POST', path, body },
      saysOf: (answer) => assigned(eventIds, now, answer.data),
    });
    notifySuccess(resultText(data, name));
    onDone?.();
    onClose();
  };
  return (
    <FormDialog onClose={onClose} title={`Assign ${formatCount(eventIds.length, 'event')}`}>
      <DialogForm
        save={save}
        saving={change.isPending}
        action={`Assign ${formatCount(eventIds.length, 'event')}`}
        incomplete={member === null}
        error={change.error}
      >
        <Select
          label="Assign to"
          data={[...members, { value: NOBODY, label: 'Nobody' }]}
          value={member}
          allowDeselect={false}
          onChange={setChosen}
          data-autofocus
        />
        <NotRead what="The members" reads={[read]} />
        <Checkbox
          label="Include events assigned to other members"
          description="Otherwise those stay with their assignee."
          checked={replace}
          onChange={(event) => setReplace(event.currentTarget.checked)}
        />
        <p className="muted small">One entry in the audit log.</p>
      </DialogForm>
    </FormDialog>
  );
}

/** The answer lists only the first events that stay with a colleague; if there are more, the list is read again. */
function assigned(
  eventIds: readonly string[],
  assignee: { id: string; name: string } | null,
  { skipped, skipped_count: count }: AssignedEvents,
): SaysOf {
  const ids = new Set<unknown>(eventIds);
  const owners = new Map<unknown, unknown>(skipped.map(({ event_id: id, assigned_to: owner }) => [id, owner]));
  return ({ id }) => {
    if (owners.has(id)) return { assigned_to: owners.get(id) };
    return ids.has(id) && owners.size === count ? { assigned_to: assignee } : null;
  };
}

/** `2 events assigned to ann@example.com. 1 event kept by bob@example.com.` */
function resultText(
  { changed_count: changed, skipped_count: skippedCount, skipped }: AssignedEvents,
  name: string,
): string {
  const assigned = `${formatCount(changed, 'event')} assigned to ${name}.`;
  if (skippedCount === 0) return assigned;
  const owners = [...new Set(skipped.map(({ assigned_to: owner }) => owner?.name ?? ''))];
  return `${assigned} ${formatCount(skippedCount, 'event')} kept by ${owners.join(', ')}.`;
}
