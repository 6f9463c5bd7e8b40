// Compares two devices: which traits match, differ or are unknown.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOne } from '../api/read.ts';
import type { Device, DeviceComparison } from '../api/types.ts';
import { Await } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { traitName, traitValue } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { deviceHref } from '../shell/links.ts';
import classes from './CompareTab.module.css';

const VERDICTS = {
  agree: { name: 'Match', tone: 'positive' },
  differ: { name: 'Differ', tone: 'negative' },
  unknown: { name: 'Unknown', tone: 'neutral' },
} as const;

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
  const otherRead = useOne<Device>(`/v1/devices/${encodeURIComponent(other)}`);
  return (
    <Card flush>
      <Await read={otherRead}>
        {({ data: otherDevice }) => (
          <Await read={read}>
            {({ data }) => (
              <>
                <div className={classes.summary}>
                  <p>
                    <strong>{conclusion(data)}</strong>
                  </p>
                  <p className="muted">
                    {device.summary} and <a href={deviceHref(environment, other)}>{otherDevice.summary}</a>: the
                    evidence {data.bits >= 0 ? 'for' : 'against'} the same device is {Math.abs(data.bits)} bits. Ten
                    bits are odds of about 1,000 to 1.
                  </p>
                </div>
                <ListTable
                  caption="Comparison of the two devices"
                  rows={[...data.signals].sort((a, b) => RANK[a.verdict] - RANK[b.verdict])}
                  rowKey={(row) => row.signal}
                  columns={COLUMNS}
                />
              </>
            )}
          </Await>
        )}
      </Await>
    </Card>
  );
}

function Weight({ bits }: { bits: number }) {
  if (bits === 0) return <span className="muted">0</span>;
  return <>{bits > 0 ? `+${bits.toFixed(1)}` : `−${(-bits).toFixed(1)}`}</>;
}

type Row = DeviceComparison['signals'][number];
const RANK: Record<Row['verdict'], number> = { differ: 0, agree: 1, unknown: 2 };

const COLUMNS: Column<Row>[] = [
  { name: 'Trait', cell: (row) => <strong>{traitName(row.signal)}</strong> },
  { name: 'Verdict', unlabeled: true, cell: (row) => <VerdictTags row={row} /> },
  { name: 'This device', cell: ({ one }) => <span className="mono">{traitValue(one)}</span> },
  { name: 'Other device', cell: ({ other }) => <span className="mono">{traitValue(other)}</span> },
  { name: 'Evidence for the same device (bits)', numeric: true, cell: (row) => <Weight bits={row.bits} /> },
];

function VerdictTags({ row }: { row: Row }) {
  return (
    <span className="row">
      <Tag tone={VERDICTS[row.verdict].tone}>{VERDICTS[row.verdict].name}</Tag>
      {row.verdict === 'agree' && row.one !== row.other && (
        <span className="muted small">Browsers round or disguise this value</span>
      )}
      {row.hard && <Tag tone="negative">Rules out a match</Tag>}
    </span>
  );
}

/** The conclusion from the summed evidence; 10 bits are odds of about 1,000 to 1 (2^10 = 1,024). */
function conclusion({ bits, hard }: DeviceComparison): string {
  if (hard) return 'These are different devices: at least one difference is impossible on one device.';
  if (bits >= 10) return 'These are probably the same device.';
  if (bits > 0) return 'These devices are similar, but so are many others.';
  return 'These are probably different devices.';
}
