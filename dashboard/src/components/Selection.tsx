// Rows selected in a list for one action on all of them: the state, the check box column, and the buttons above the list.
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Column } from './ListTable.tsx';
import { useOutdated } from './outdated.ts';

export interface Selection {
  chosen: ReadonlySet<string>;
  choose: (id: string, on: boolean) => void;
}

export interface ChangeableSelection extends Selection {
  chooseAll: (ids: readonly string[]) => void;
  clear: () => void;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * @param list identifies the list, for example by its filters. A different list starts with nothing selected, because an action must
 *   not include rows that are no longer listed. All pages of a list share its selection.
 */
export function useSelection(list: string): ChangeableSelection {
  const [state, setState] = useState({ list, chosen: NOTHING });
  const change = (edit: (before: ReadonlySet<string>) => Iterable<string>) =>
    setState((before) => ({ list, chosen: new Set(edit(before.list === list ? before.chosen : NOTHING)) }));
  return {
    chosen: state.list === list ? state.chosen : NOTHING,
    choose: (id, on) => change((before) => [...before, id].filter((one) => one !== id || on)),
    chooseAll: (ids) => change((before) => [...before, ...ids]),
    clear: () => change(() => []),
  };
}

/** @param nameOf the row's name for screen readers. */
export function checkColumn<T extends { id: string }>(
  { chosen, choose }: Selection,
  nameOf: (row: T) => string,
): Column<T> {
  return {
    name: 'Select',
    control: true,
    unlabeled: true,
    cell: (row) => (
      <RowCheckbox label={`Select ${nameOf(row)}`} checked={chosen.has(row.id)} onChange={(on) => choose(row.id, on)} />
    ),
  };
}

/** Outdated rows cannot be selected: the next list may not contain them. */
function RowCheckbox(props: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  const { label, checked, onChange } = props;
  const outdated = useOutdated();
  return (
    <Checkbox
      aria-label={label}
      checked={checked}
      disabled={outdated}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface SelectionBarProps {
  selection: ChangeableSelection;
  /** The rows of this page; undefined until they are loaded, see `currentRows`. */
  rows: readonly { id: string }[] | undefined;
  /** The buttons of the actions, such as "Label 2 selected events". */
  children: React.ReactNode;
}

export function SelectionBar({ selection, rows, children }: SelectionBarProps) {
  if (rows?.length === 0 && selection.chosen.size === 0) return null;
  return (
    <div className="row" aria-live="polite">
      {children}
      <Button
        size="xs"
        variant="default"
        disabled={rows === undefined}
        onClick={() => selection.chooseAll((rows ?? []).map(({ id }) => id))}
      >
        Select this page
      </Button>
      {selection.chosen.size > 0 && (
        <Button size="xs" variant="subtle" onClick={selection.clear}>
          Clear selection
        </Button>
      )}
    </div>
  );
}
