// The tables of the integration page; each says what a row means and what to do, and is left out while it has no rows.
import { ERROR_CODES } from '../../../src/vocabulary/error-codes.ts';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { ISSUE_CODES } from '../../../src/vocabulary/issue-codes.ts';
import type { ApiKey, Integration } from '../api/control-types.ts';
import { type Column, countColumn, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { eventName } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import classes from './IntegrationTables.module.css';

interface Counted {
  count: number;
  last_at: string;
}

function counted<T extends Counted>(): Column<T>[] {
  return [
    countColumn('Events', (row) => row.count),
    { name: 'Last', nowrap: true, cell: (row) => <Timestamp at={row.last_at} /> },
  ];
}

/** Replaces the general text: this page lists where the errors are. */
const BODIES = 'The body does not fit the API. Invalid bodies, below, lists what was wrong and where.';

/** The text of a code from the service's own list; empty for an unknown code from a newer service. */
function textOf(codes: Readonly<Record<string, { cause: string; cure: string }>>, code: string) {
  const text = codes[code];
  return text === undefined ? '' : `${text.cause} ${text.cure}`.replaceAll('`', '');
}

export function RefusedOrigins({ integration }: { integration: Integration }) {
  const environment = useEnvironment();
  const rows = integration.refused_origins;
  if (rows.length === 0) return null;
  return (
    <Card title="Refused origins" aside={<a href={screenHref(environment, 'keys')}>Allowed origins</a>} flush>
      <ListTable
        caption="Refused origins"
        rows={rows}
        rowKey={({ origin }) => origin}
        columns={[{ name: 'Origin', cell: ({ origin }) => <span className="mono">{origin}</span> }, ...counted()]}
      />
    </Card>
  );
}

export function RefusedEvents({ integration }: { integration: Integration }) {
  const rows = integration.refused_events;
  if (rows.length === 0) return null;
  return (
    <Card title="Refused events" flush>
      <ListTable
        caption="Refused events by error"
        rows={rows}
        rowKey={({ code }) => code}
        columns={[
          { name: 'Error', nowrap: true, cell: ({ code }) => <span className="mono">{code}</span> },
          { name: 'What to do', cell: ({ code }) => (code === 'invalid_input' ? BODIES : textOf(ERROR_CODES, code)) },
          ...counted(),
        ]}
      />
    </Card>
  );
}

export function RefusedIssues({ integration }: { integration: Integration }) {
  const rows = integration.issues;
  if (rows.length === 0) return null;
  return (
    <Card title="Invalid bodies" flush>
      <ListTable
        caption="Invalid bodies by place"
        rows={rows}
        rowKey={({ code, pointer }) => `${code} ${pointer}`}
        columns={[
          {
            name: 'Place',
            cell: ({ pointer }) => <span className={`${classes.place} mono`}>{pointer || '(the body)'}</span>,
          },
          { name: 'Issue', nowrap: true, cell: ({ code }) => <span className="mono">{code}</span> },
          { name: 'What to do', cell: ({ code }) => textOf(ISSUE_CODES, code) },
          ...counted(),
        ]}
      />
    </Card>
  );
}

export function EventTypes({ integration }: { integration: Integration }) {
  const environment = useEnvironment();
  const rows = integration.event_types;
  if (rows.length === 0) return null;
  return (
    <Card title="Event types outside the catalog" flush>
      <ListTable
        caption="Event types outside the catalog"
        rows={rows}
        rowKey={({ event_type: type }) => type}
        rowHref={({ event_type: type }) => screenHref(environment, 'events', { event_type: type })}
        columns={[
          { name: 'Sent as', cell: ({ event_type: type }) => <span className="mono">{type}</span> },
          {
            name: 'Scored as',
            cell: ({ read_as: readAs }) =>
              readAs === null ? (
                <span className="muted">Custom type: scored without its meaning</span>
              ) : (
                eventName(readAs)
              ),
          },
          { name: 'Events', numeric: true, cell: ({ count }) => formatNumber(count) },
        ]}
      />
    </Card>
  );
}

export function UnusedKeys({ integration }: { integration: Integration }) {
  const environment = useEnvironment();
  const rows: readonly ApiKey[] = integration.unused_keys;
  if (rows.length === 0) return null;
  return (
    <Card title="Unused keys" aside={<a href={screenHref(environment, 'keys')}>All keys</a>} flush>
      <ListTable
        caption="Unused keys"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { name: 'Name', cell: ({ name }) => name || <span className="muted">No name</span> },
          { name: 'Kind', cell: ({ kind }) => (kind === 'public' ? 'Public' : 'Secret') },
          { name: 'Ends with', cell: ({ last_four: end }) => <span className="mono">…{end}</span> },
          { name: 'Created', nowrap: true, cell: (row) => <Timestamp at={row.created_at} /> },
          {
            name: 'Last used',
            nowrap: true,
            cell: ({ last_used_at: at }) => (at === null ? 'Never' : <Timestamp at={at} />),
          },
        ]}
      />
    </Card>
  );
}
