// Two devices side by side: which traits agree, which differ, which are not known.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOne } from '../api/read.ts';
import type { Device, DeviceComparison } from '../api/types.ts';
import { Await } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { traitName } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { toDevice } from '../shell/links.ts';
import classes from './CompareTab.module.css';

const TONE = { agree: 'good', differ: 'bad', unknown: 'quiet' } as const;

export function CompareTab({ device }: { device: Device }) {
  const filters = useFilters();
  const other = filters.one('with');
  const [typed, setTyped] = useState(other);
  return (
    <div className="stack">
      <Card>
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            filters.set({ with: typed.trim() || undefined });
          }}
        >
          <TextInput
            className="grow"
            label="Compare with device"
            placeholder="dev_…"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" mt="lg" disabled={typed.trim() === '' || typed.trim() === device.id}>
            Compare
          </Button>
        </form>
      </Card>
      {other !== '' && <Comparison device={device} other={other} />}
    </div>
  );
}

function Comparison({ device, other }: { device: Device; other: string }) {
  const environment = useEnvironment();
  const read = useOne<DeviceComparison>(`/v1/devices/${device.id}/compare/${encodeURIComponent(other)}`);
  const otherDevice = useOne<Device>(`/v1/devices/${encodeURIComponent(other)}`).data?.data;
  return (
    <Card flush>
      <Await read={read}>
        {({ data }) => (
          <>
            <div className={classes.sum}>
              <p>
                <strong>{verdict(data)}</strong>
              </p>
              <p className="soft">
                {device.summary} and <a href={toDevice(environment, other)}>{otherDevice?.summary ?? other}</a>: the
                traits speak {data.bits >= 0 ? 'for' : 'against'} one machine by {Math.abs(data.bits)} bits. Ten bits
                are odds of 1,000 to 1.
              </p>
            </div>
            <ListTable
              caption="Comparison of the two devices"
              rows={[...data.signals].sort((a, b) => RANK[a.verdict] - RANK[b.verdict])}
              keyOf={(row) => row.signal}
              columns={COLUMNS}
            />
          </>
        )}
      </Await>
    </Card>
  );
}

function Weight({ bits }: { bits: number }) {
  if (bits === 0) return <span className="soft">0</span>;
  return <>{bits > 0 ? `+${bits.toFixed(1)}` : `−${(-bits).toFixed(1)}`}</>;
}

type Row = DeviceComparison['signals'][number];
const RANK: Record<Row['verdict'], number> = { differ: 0, agree: 1, unknown: 2 };

const COLUMNS: Column<Row>[] = [
  { name: 'Trait', cell: (row) => <strong>{traitName(row.signal)}</strong> },
  {
    name: 'Verdict',
    bare: true,
    cell: (row) => (
      <span className="row">
        <Tag tone={TONE[row.verdict]}>{row.verdict === 'unknown' ? 'not known' : row.verdict}</Tag>
        {row.hard && <Tag tone="bad">impossible on one device</Tag>}
      </span>
    ),
  },
  { name: 'Seen earlier', cell: (row) => <span className="mono">{row.one}</span> },
  { name: 'Seen later', cell: (row) => <span className="mono">{row.other}</span> },
  {
    name: 'Speaks for one machine (bits)',
    numeric: true,
    cell: (row) => <Weight bits={row.bits} />,
  },
];

/** What the sum means for people: above 10 bits the odds are 1,000 to 1 before anything else is known. */
function verdict({ bits, hard }: DeviceComparison): string {
  if (hard) return 'These are two machines: at least one difference cannot occur on one.';
  if (bits >= 10) return 'These may well be one machine.';
  if (bits > 0) return 'They are alike, but many machines are.';
  return 'These are hardly one machine.';
}
