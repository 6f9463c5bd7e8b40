// The current traits of a device and when they last changed.
import { useList } from '../api/read.ts';
import type { Device, Trait } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { traitName, traitValue } from '../components/wording.ts';

/** The separator for traits stored as lists: a version is `18.3`, a screen is `430 × 932`. */
function separator(signal: string): string {
  if (signal.endsWith('version')) return '.';
  return signal.startsWith('screen') ? ' × ' : ', ';
}

function traitText(signal: string, value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(separator(signal));
  return traitValue(String(value));
}

const COLUMNS: Column<Trait>[] = [
  { name: 'Trait', cell: (row) => <strong>{traitName(row.signal)}</strong> },
  { name: 'Value', unlabeled: true, cell: (row) => <span className="mono">{traitText(row.signal, row.value)}</span> },
  {
    name: 'Changed',
    cell: (row) =>
      row.last_changed_at === null ? (
        <span className="muted">Never</span>
      ) : (
        <>
          <Timestamp at={row.last_changed_at} />
          {row.first_changed_at !== row.last_changed_at && (
            <span className="muted">
              {', first '}
              <Timestamp at={row.first_changed_at} />
            </span>
          )}
        </>
      ),
  },
];

export function ProfileTab({ device }: { device: Device }) {
  const read = useList<Trait>(`/v1/devices/${device.id}/signals`);
  return (
    <Card flush>
      <Await read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No traits: this device’s events contained no signals" />
          ) : (
            <ListTable caption="Traits of the device" rows={data} rowKey={(row) => row.signal} columns={COLUMNS} />
          )
        }
      </Await>
    </Card>
  );
}
