// What the device shows of itself now, and since when.
import { useOne } from '../api/read.ts';
import type { Device, Trait } from '../api/types.ts';
import { Await, Empty } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { traitName } from '../components/wording.ts';

/** Between the parts of a trait that is kept as a list: a version is `18.3`, a screen `430 × 932`. */
function separator(signal: string): string {
  if (signal.endsWith('version')) return '.';
  return signal.startsWith('screen') ? ' × ' : ', ';
}

function traitText(signal: string, value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(separator(signal));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

const COLUMNS: Column<Trait>[] = [
  { name: 'Trait', cell: (row) => <strong>{traitName(row.signal)}</strong> },
  { name: 'Value', bare: true, cell: (row) => <span className="mono">{traitText(row.signal, row.value)}</span> },
  {
    name: 'Changed',
    cell: (row) =>
      row.last_changed_at === null ? (
        <span className="soft">never since it was first seen</span>
      ) : (
        <>
          <Timestamp at={row.last_changed_at} />
          {row.first_changed_at !== row.last_changed_at && (
            <span className="soft">
              {', first '}
              <Timestamp at={row.first_changed_at} />
            </span>
          )}
        </>
      ),
  },
];

export function ProfileTab({ device }: { device: Device }) {
  const read = useOne<Trait[]>(`/v1/devices/${device.id}/signals`);
  return (
    <Card flush>
      <Await read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="This device showed no traits: its events came without signals" />
          ) : (
            <ListTable caption="Traits of the device" rows={data} keyOf={(row) => row.signal} columns={COLUMNS} />
          )
        }
      </Await>
    </Card>
  );
}
