// Two devices side by side: which traits agree, which differ, which are not known.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOne } from '../api/read.ts';
import type { Device } from '../api/types.ts';
import { Await } from '../elements/Feedback.tsx';
import { ListTable } from '../elements/ListTable.tsx';
import { Card } from '../elements/Page.tsx';
import { Tag } from '../elements/Tags.tsx';
import { count, traitName } from '../elements/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { toDevice } from '../shell/links.ts';
import { compareTraits, traits } from './profile.ts';

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
  const mine = useOne<unknown>(`/v1/devices/${device.id}/signals`);
  const theirs = useOne<unknown>(`/v1/devices/${encodeURIComponent(other)}/signals`);
  const otherDevice = useOne<Device>(`/v1/devices/${encodeURIComponent(other)}`);
  return (
    <Card flush>
      <Await read={mine}>
        {(here) => (
          <Await read={theirs}>
            {(there) => {
              const rows = compareTraits(traits(here.data), traits(there.data));
              const number = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
              return (
                <>
                  <p style={{ padding: '0.5rem 1rem' }}>
                    {device.summary || 'This device'} and{' '}
                    <a href={toDevice(environment, other)}>{otherDevice.data?.data.summary || other}</a>:{' '}
                    {count(number('differ'), 'trait')} differ, {number('agree')} agree, {number('unknown')} cannot be
                    compared.
                  </p>
                  <ListTable
                    caption="Comparison of the two devices"
                    rows={rows}
                    keyOf={(row) => row.signal}
                    columns={[
                      { name: 'Trait', cell: (row) => <strong>{traitName(row.signal)}</strong> },
                      {
                        name: 'Verdict',
                        cell: (row) => (
                          <Tag tone={TONE[row.verdict]}>{row.verdict === 'unknown' ? 'not known' : row.verdict}</Tag>
                        ),
                      },
                      { name: 'This device', cell: (row) => <span className="mono">{row.here ?? '—'}</span> },
                      { name: 'The other', cell: (row) => <span className="mono">{row.there ?? '—'}</span> },
                    ]}
                  />
                </>
              );
            }}
          </Await>
        )}
      </Await>
    </Card>
  );
}
