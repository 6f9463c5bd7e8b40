// What the device shows of itself now, and since when.
import { useOne } from '../api/read.ts';
import type { Device } from '../api/types.ts';
import { Await, Empty } from '../elements/Feedback.tsx';
import { ListTable } from '../elements/ListTable.tsx';
import { Moment } from '../elements/Moment.tsx';
import { Card } from '../elements/Page.tsx';
import { traitName } from '../elements/wording.ts';
import { traits } from './profile.ts';

export function ProfileTab({ device }: { device: Device }) {
  const read = useOne<unknown>(`/v1/devices/${device.id}/signals`);
  return (
    <Card flush>
      <Await read={read}>
        {({ data }) => {
          const rows = traits(data);
          const timed = rows.some(({ firstSeenAt, changedAt }) => firstSeenAt !== null || changedAt !== null);
          if (rows.length === 0) return <Empty title="This device showed no traits: its events came without signals" />;
          return (
            <ListTable
              caption="Traits of the device"
              rows={rows}
              keyOf={(row) => row.signal}
              columns={[
                { name: 'Trait', cell: (row) => <strong>{traitName(row.signal)}</strong> },
                { name: 'Value', cell: (row) => <span className="mono">{row.value ?? 'unknown'}</span> },
                ...(timed
                  ? [
                      {
                        name: 'First seen',
                        drop: 'narrow' as const,
                        cell: (row: (typeof rows)[number]) => <Moment at={row.firstSeenAt} />,
                      },
                      { name: 'Last changed', cell: (row: (typeof rows)[number]) => <Moment at={row.changedAt} /> },
                    ]
                  : []),
              ]}
            />
          );
        }}
      </Await>
    </Card>
  );
}
