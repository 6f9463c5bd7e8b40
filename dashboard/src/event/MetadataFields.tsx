// The fields for an outcome's metadata: free names and values, such as a ticket number.
import { Button, TextInput } from '@mantine/core';
import { OUTCOME_LIMITS } from '../../../src/outcomes/revision.ts';
import { IconPlus, IconTrash } from '../components/icons.ts';
import classes from './OutcomeForm.module.css';

export interface MetadataRow {
  /** React key. */
  key: number;
  name: string;
  value: string;
}

/** What is wrong with the name of a row: without it, the value would be lost, and a second one would replace the first. */
export function metadataIssue(rows: readonly MetadataRow[], index: number): string | undefined {
  const { name = '', value = '' } = rows[index] ?? {};
  if (name === '') return value === '' ? undefined : 'Enter a name.';
  return rows.slice(0, index).some((row) => row.name === name) ? 'This name is used above.' : undefined;
}

/** The metadata object of the rows; empty rows are dropped. */
export function metadataOf(rows: readonly MetadataRow[]): Record<string, string> {
  return Object.fromEntries(rows.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]));
}

interface MetadataFieldsProps {
  rows: MetadataRow[];
  setRows: (rows: MetadataRow[]) => void;
}

export function MetadataFields({ rows, setRows }: MetadataFieldsProps) {
  const edit = (key: number, changes: Partial<MetadataRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  return (
    <div className="stack compact">
      {rows.map((row, index) => (
        <div key={row.key} className="row">
          <TextInput
            aria-label={`Name of field ${index + 1}`}
            placeholder="ticket"
            value={row.name}
            error={metadataIssue(rows, index)}
            onChange={(event) => edit(row.key, { name: event.currentTarget.value })}
          />
          <TextInput
            className="grow"
            aria-label={`Value of field ${index + 1}`}
            placeholder="4711"
            maxLength={OUTCOME_LIMITS.metadataValue}
            value={row.value}
            onChange={(event) => edit(row.key, { value: event.currentTarget.value })}
          />
          <Button
            variant="subtle"
            size="xs"
            aria-label={`Remove field ${index + 1}`}
            onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
          >
            <IconTrash size={16} aria-hidden />
          </Button>
        </div>
      ))}
      {rows.length < OUTCOME_LIMITS.metadataKeys && (
        <Button
          className={classes.add}
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setRows([...rows, { key: (rows.at(-1)?.key ?? 0) + 1, name: '', value: '' }])}
        >
          Add field (ticket number, amount …)
        </Button>
      )}
    </div>
  );
}
