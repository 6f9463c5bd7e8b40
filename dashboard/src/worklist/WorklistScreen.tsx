// Events to review: unlabeled challenges and blocks, and decisions that contradict their labels.
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useList, useOne } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { Environment, EventDetail, EventItem } from '../api/types.ts';
import { AssigneeFilter } from '../assignments/AssigneeFilter.tsx';
import { LabelMany } from '../campaigns/LabelMany.tsx';
import { Await } from '../components/Feedback.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { DecisionTag, EvaluationTag, Score } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { count, eventName } from '../components/wording.ts';
import { because } from '../event/because.ts';
import { OutcomeForm } from '../event/OutcomeForm.tsx';
import { Reasons } from '../events/Reasons.tsx';
import { useSavedQueue } from '../queue/queue.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { accountHref, eventHref } from '../shell/links.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { Campaigns } from './Campaigns.tsx';
import { Nothing } from './Nothing.tsx';

const QUEUES = {
  unlabeled: {
    name: 'To label',
    query: { decision: ['challenge', 'block'], evaluation: 'inconclusive' },
    empty: 'All challenges and blocks are labeled.',
  },
  positives: {
    name: 'False positives',
    query: { evaluation: 'potential_false_positive' },
    empty: 'No blocked events are labeled legitimate.',
  },
  negatives: {
    name: 'Missed fraud',
    query: { evaluation: 'potential_false_negative' },
    empty: 'No events that were let through are labeled fraud.',
  },
} as const;
type Queue = keyof typeof QUEUES;
const GROUPED = 'campaigns';

function isQueue(name: string): name is Queue {
  return Object.hasOwn(QUEUES, name);
}

export function WorklistScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const requested = filters.one('queue');
  const queue = isQueue(requested) ? requested : null;
  return (
    <Page
      title="Worklist"
      description="Label the events you know about. Labels show where the policy is too strict or too lenient; they never change a score."
      actions={<ViewsMenu list="worklist" filters={filters} />}
    >
      <SegmentedControl
        aria-label="Queue"
        value={queue ?? GROUPED}
        onChange={(value) => filters.set({ queue: value === GROUPED ? undefined : value })}
        data={[
          { value: GROUPED, label: 'Campaigns' },
          ...Object.entries(QUEUES).map(([value, { name }]) => ({ value, label: name })),
        ]}
      />
      {queue === null ? <Campaigns /> : <EventQueue key={queue} queue={queue} environment={environment} />}
    </Page>
  );
}

function EventQueue({ queue, environment }: { queue: Queue; environment: Environment }) {
  const filters = useFilters();
  const [open, setOpen] = useState<EventItem | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [labeling, setLabeling] = useState(false);
  const mayLabel = useMay('record_outcome');
  const [cursor, assignee] = [filters.one('cursor'), filters.one('assigned_to')];
  const query = useMemo(
    () => ({
      ...QUEUES[queue].query,
      ...(assignee !== '' && { assigned_to: assignee }),
      ...(cursor !== '' && { cursor }),
    }),
    [queue, assignee, cursor],
  );
  const path = environmentPath(environment, '/events');
  const read = useList<EventItem>(path, query);
  const address = useSavedQueue(`“${QUEUES[queue].name}”`, path, query, read.data);
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <>
      <search aria-label="Filters" className="filters">
        <AssigneeFilter filters={filters} />
      </search>
      {mayLabel && (
        <div className="row" aria-live="polite">
          <Button size="xs" disabled={chosen.size === 0} onClick={() => setLabeling(true)}>
            Label {count(chosen.size, 'selected event')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={read.data === undefined}
            onClick={() => setChosen(new Set([...chosen, ...(read.data?.data ?? []).map(({ id }) => id)]))}
          >
            Select this page
          </Button>
          {chosen.size > 0 && (
            <Button size="xs" variant="subtle" onClick={() => setChosen(new Set())}>
              Clear selection
            </Button>
          )}
        </div>
      )}
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <Nothing title={assignee === '' ? QUEUES[queue].empty : 'No events here with this assignment.'} />
            ) : (
              <>
                <ListTable
                  caption={QUEUES[queue].name}
                  columns={columns(environment, queue, mayLabel ? { onLabel: setOpen, chosen, choose } : undefined)}
                  rows={list.data}
                  rowKey={(row) => row.id}
                  rowHref={(row) => eventHref(environment, row.id, address)}
                />
                <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
              </>
            )
          }
        </Await>
      </Card>
      {labeling && (
        <LabelMany
          scope="the selection"
          eventIds={[...chosen]}
          onClose={() => setLabeling(false)}
          onDone={() => setChosen(new Set())}
        />
      )}
      <FormDialog
        opened={open !== null}
        onClose={() => setOpen(null)}
        title={open === null ? '' : `Label: ${eventName(open.event_type)}, ${open.external_account_id ?? 'no account'}`}
        size="lg"
      >
        {open !== null && <QuickLabel key={open.id} id={open.id} onDone={() => setOpen(null)} />}
      </FormDialog>
    </>
  );
}

/** The reason and the form: enough to label most events without leaving the list. */
function QuickLabel({ id, onDone }: { id: string; onDone: () => void }) {
  const read = useOne<EventDetail>(`/v1/events/${id}`);
  return (
    <Await read={read}>
      {({ data }) => (
        <div className="stack">
          <p>{because(data)}</p>
          <ul className="stack compact">
            {data.risk.signals.map((signal) => (
              <li key={signal.code}>
                <strong>
                  {signal.weight > 0 ? '+' : '−'}
                  {Math.abs(signal.weight)}
                </strong>{' '}
                {signal.description}
              </li>
            ))}
          </ul>
          <OutcomeForm event={data} onDone={onDone} />
        </div>
      )}
    </Await>
  );
}

interface Labeling {
  onLabel: (row: EventItem) => void;
  chosen: ReadonlySet<string>;
  choose: (id: string, on: boolean) => void;
}

function columns(
  environment: Parameters<typeof accountHref>[0],
  queue: Queue,
  labeling: Labeling | undefined,
): Column<EventItem>[] {
  const all: Column<EventItem>[] = [
    { name: 'Event', nowrap: true, cell: (row) => <strong>{eventName(row.event_type)}</strong> },
    { name: 'Decision', unlabeled: true, cell: (row) => <DecisionTag decision={row.risk.decision} /> },
    { name: 'Score', unlabeled: true, cell: (row) => <Score score={row.risk.score} level={row.risk.level} /> },
    {
      name: 'Account',
      unlabeled: true,
      cell: (row) =>
        row.external_account_id === null ? (
          <span className="muted">None</span>
        ) : (
          <a href={accountHref(environment, row.external_account_id)}>{row.external_account_id}</a>
        ),
    },
    { name: 'Reasons', unlabeled: true, cell: (row) => <Reasons codes={row.risk.signals.map(({ code }) => code)} /> },
    ...(queue === 'unlabeled'
      ? []
      : [
          {
            name: 'Evaluation',
            hideBelow: 'medium',
            nowrap: true,
            cell: (row) => <EvaluationTag evaluation={row.evaluation} />,
          } satisfies Column<EventItem>,
        ]),
    {
      name: 'Assigned',
      hideBelow: 'medium',
      cell: (row) => row.assigned_to?.name ?? <span className="muted">Nobody</span>,
    },
    { name: 'Time', unlabeled: true, nowrap: true, cell: (row) => <Timestamp at={row.created_at} /> },
  ];
  if (labeling === undefined) return all;
  const { onLabel, chosen, choose } = labeling;
  const select: Column<EventItem> = {
    name: 'Select',
    unlabeled: true,
    cell: (row) => (
      <Checkbox
        aria-label={`Select ${eventName(row.event_type)}, ${row.external_account_id ?? 'no account'}`}
        checked={chosen.has(row.id)}
        onChange={(event) => choose(row.id, event.currentTarget.checked)}
      />
    ),
  };
  const label: Column<EventItem> = {
    name: 'Label',
    unlabeled: true,
    cell: (row) => (
      <Button size="xs" variant="default" onClick={() => onLabel(row)}>
        Label
        <span className="visually-hidden">
          {' '}
          {eventName(row.event_type)}, {row.external_account_id ?? 'no account'}
        </span>
      </Button>
    ),
  };
  return [...all, select, label];
}
