// Labels many events at once and offers to undo it.
import { Button, Select, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { evaluate } from '../../../src/outcomes/evaluation.ts';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { type Decision, LABELS, type Label } from '../../../src/vocabulary/words.ts';
import { call } from '../api/client.ts';
import { queryClient, useChange } from '../api/read.ts';
import type { SaysOf } from '../api/show-answer.ts';
import type { Environment, One, OutcomeBatch } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { DialogForm } from '../components/DialogForm.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { leaveNotification } from '../components/return-focus.ts';
import { LABEL_MEANING, LABEL_TEXT } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';

interface LabelManyProps {
  /** Where the events are from: `this campaign`, `the selection`. */
  scope: string;
  eventIds: readonly string[];
  onClose: () => void;
  onDone?: () => void;
}

export function LabelMany({ scope, eventIds, onClose, onDone }: LabelManyProps) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const [label, setLabel] = useState<Label | null>(null);
  const [reason, setReason] = useState('');
  const path = environmentPath(environment, '/outcome-batches');
  const change = useChange<One<OutcomeBatch>>([environmentPath(environment, ''), '/v1/events']);
  const save = async () => {
    if (label === null) return;
    const confirmed = await confirm({
      title: `Label ${formatCount(eventIds.length, 'event')} as “${LABEL_TEXT[label]}”?`,
      body: `All events of ${scope}. Events that have the label already stay as they are. You can undo this.`,
      action: 'Label events',
      environment,
    });
    if (!confirmed) return;
    const body = { event_ids: eventIds, label, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    const { data } = await change.mutateAsync({ method: 'POST', path, body, saysOf: () => labeled(eventIds, label) });
    notifyBatch(environment, data, LABEL_TEXT[label]);
    onDone?.();
    onClose();
  };
  return (
    <FormDialog onClose={onClose} title={`Label ${formatCount(eventIds.length, 'event')}`} size="lg">
      <DialogForm
        save={save}
        saving={change.isPending}
        action={`Label ${formatCount(eventIds.length, 'event')}`}
        incomplete={label === null}
        error={change.error}
      >
        <Select
          label="Label"
          description={label === null ? `For all events of ${scope}` : LABEL_MEANING[label]}
          data={LABELS.map((value) => ({ value, label: LABEL_TEXT[value] }))}
          value={label}
          onChange={(value) => setLabel(value as Label | null)}
          data-autofocus
        />
        <Textarea
          label="Reason"
          description="Optional, stored with each event"
          maxLength={500}
          autosize
          minRows={1}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <p className="muted small">Replaces existing labels. One entry in the audit log, one outcome for each event.</p>
      </DialogForm>
    </FormDialog>
  );
}

/** Every event now has the label; a campaign is labeled if all its events are among them. */
function labeled(eventIds: readonly string[], label: Label): SaysOf {
  const ids = new Set<unknown>(eventIds);
  return ({ id, decision, event_ids: campaign, event_count: size }) => {
    if (Array.isArray(campaign)) return campaign.every((one) => ids.has(one)) ? { labeled_count: size } : null;
    return ids.has(id) ? { label, evaluation: evaluate(decision as Decision, label) } : null;
  };
}

/** Long enough to look at the list before undoing; until then the notification covers a corner of every page. */
const UNDO_OFFERED_MS = 60_000;

function notifyBatch(environment: Environment, batch: OutcomeBatch, label: string): void {
  let cameFrom: EventTarget | null = null;
  const undo = async (button: HTMLElement) => {
    // Before the button disappears and the keyboard focus with it.
    if (document.activeElement === button) leaveNotification(cameFrom);
    notifications.hide(batch.id);
    try {
      const path = environmentPath(environment, `/outcome-batches/${batch.id}`);
      const { data } = await call<One<OutcomeBatch>>('DELETE', path);
      notifySuccess(`Labels of ${formatCount(data.written_count, 'event')} undone.`);
      await queryClient.invalidateQueries();
    } catch (error) {
      notifyError('Labels not undone', error);
    }
  };
  notifications.show({
    id: batch.id,
    color: 'petrol',
    autoClose: UNDO_OFFERED_MS,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close' },
    message: (
      <span className="row">
        {formatCount(batch.written_count, 'event')} labeled “{label}”.
        <Button
          size="compact-xs"
          variant="default"
          onFocus={({ relatedTarget }) => {
            cameFrom = relatedTarget;
          }}
          onClick={({ currentTarget }) => void undo(currentTarget)}
        >
          Undo
        </Button>
      </span>
    ),
  });
}
