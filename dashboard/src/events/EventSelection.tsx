// The buttons above an event list that label or assign the selected events.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { AssignMany } from '../assignments/AssignMany.tsx';
import { LabelMany } from '../campaigns/LabelMany.tsx';
import { type ChangeableSelection, SelectionBar } from '../components/Selection.tsx';

interface EventSelectionProps {
  selection: ChangeableSelection;
  /** The events of this page; undefined until they are loaded. */
  rows: readonly { id: string }[] | undefined;
}

export function EventSelection({ selection, rows }: EventSelectionProps) {
  const [dialog, setDialog] = useState<'label' | 'assign' | null>(null);
  const { size } = selection.chosen;
  const events = formatCount(size, 'selected event');
  const close = () => setDialog(null);
  const ids = [...selection.chosen];
  return (
    <>
      <SelectionBar selection={selection} rows={rows}>
        <Button size="xs" disabled={size === 0} onClick={() => setDialog('label')}>
          Label {events}
        </Button>
        <Button size="xs" variant="default" disabled={size === 0} onClick={() => setDialog('assign')}>
          Assign {events}
        </Button>
      </SelectionBar>
      {dialog === 'label' && (
        <LabelMany scope="the selection" eventIds={ids} onClose={close} onDone={selection.clear} />
      )}
      {dialog === 'assign' && <AssignMany eventIds={ids} onClose={close} onDone={selection.clear} />}
    </>
  );
}
