// Events to review: unlabeled challenges and blocks, and decisions that contradict their labels.

import { Button, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { STOPPED_DECISIONS } from '../../../src/vocabulary/decisions.ts';
import { useList, useOne } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { Environment, EventDetail, EventItem } from '../api/types.ts';
import { AssigneeFilter } from '../assignments/AssigneeFilter.tsx';
import { Await } from '../components/Feedback.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import type { Column } from '../components/ListTable.tsx';
import { currentRows } from '../components/outdated.ts';
import { Card, Page } from '../components/Page.tsx';
import { type Selection, useSelection } from '../components/Selection.tsx';
import { accountName, eventName } from '../components/wording.ts';
import { because } from '../event/because.ts';
import { OutcomeForm } from '../event/OutcomeForm.tsx';
import { EventSelection } from '../events/EventSelection.tsx';
import { selectColumn } from '../events/EventTable.tsx';
import { eventColumns } from '../events/event-columns.tsx';
import { useSavedQueue } from '../queue/queue.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { eventHref } from '../shell/links.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { Campaigns } from './Campaigns.tsx';
import { LetThroughEvents } from './LetThroughEvents.tsx';
import { Nothing } from './Nothing.tsx';
import { QueueTable } from './QueueTable.tsx';

const QUEUES = {
  unlabeled: {
    name: 'To label',
    query: { decision: STOPPED_DECISIONS, evaluation: 'inconclusive' },
    empty: 'All challenges and blocks are labeled.',
    source: 'New ones appear here.',
  },
  positives: {
    name: 'False positives',
    query: { evaluation: 'potential_false_positive' },
    empty: 'No blocked events are labeled legitimate.',
    source: 'Blocks appear here once someone labels them legitimate.',
  },
  negatives: {
    name: 'Missed fraud',
    query: { evaluation: 'potential_false_negative' },
    empty: 'No events that were let through are labeled fraud.',
    source:
      'Allowed and monitored events appear here once someone labels them fraud: on the event, in a campaign’s list of events let through, or by reported outcomes.',
  },
} as const;
type Queue = keyof typeof QUEUES;
const GROUPED = 'campaigns';
const LET_THROUGH = 'let-through';

function isQueue(name: string): name is Queue {
  return Object.hasOwn(QUEUES, name);
}

export function WorklistScreen() {
  const environment = useEnvironment();
  const filters = useFilters();
  const requested = filters.one('queue');
  const queue = isQueue(requested) ? requested : null;
  const showsLetThrough = requested === LET_THROUGH;
  return (
    <Page
      title="Worklist"
      description="Label the events you know about. Labels show where the policy is too strict or too lenient; they never change a score."
      actions={<ViewsMenu list="worklist" filters={filters} />}
    >
      <SegmentedControl
        aria-label="Queue"
        value={queue ?? (showsLetThrough ? LET_THROUGH : GROUPED)}
        // Each queue has its own sorts and filters.
        onChange={(value) =>
          filters.set({
            ...{ queue: value === GROUPED ? undefined : value, sort: undefined },
            ...{ event_type: undefined, min_events: undefined },
          })
        }
        data={[
          { value: GROUPED, label: 'Campaigns' },
          { value: LET_THROUGH, label: 'Let through' },
          ...Object.entries(QUEUES).map(([value, { name }]) => ({ value, label: name })),
        ]}
      />
      {queue !== null ? (
        <EventQueue key={queue} queue={queue} environment={environment} />
      ) : showsLetThrough ? (
        <LetThroughEvents />
      ) : (
        <Campaigns />
      )}
    </Page>
  );
}

function EventQueue({ queue, environment }: { queue: Queue; environment: Environment }) {
  const filters = useFilters();
  const [open, setOpen] = useState<EventItem | null>(null);
  const mayLabel = useMay('record_outcome');
  const [cursor, assignee] = [filters.one('cursor'), filters.one('assigned_to')];
  const selection = useSelection(assignee);
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
  return (
    <>
      <search aria-label="Filters" className="filters">
        <AssigneeFilter filters={filters} />
      </search>
      {mayLabel && <EventSelection selection={selection} rows={currentRows(read)} />}
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <Nothing title={assignee === '' ? QUEUES[queue].empty : 'No events here with this assignment.'}>
                {assignee === '' ? QUEUES[queue].source : 'Clear “Assigned to” to see everyone’s events.'}
              </Nothing>
            ) : (
              <QueueTable
                caption={QUEUES[queue].name}
                columns={columns(environment, queue, mayLabel ? { onLabel: setOpen, ...selection } : undefined)}
                read={read}
                list={list}
                hasLeft={({ label }) => queue === 'unlabeled' && label !== null}
                rowHref={(row) => eventHref(environment, row.id, address)}
              />
            )
          }
        </Await>
      </Card>
      {open !== null && (
        <FormDialog
          onClose={() => setOpen(null)}
          title={`Label: ${eventName(open.event_type)}, ${accountName(open)}`}
          size="lg"
        >
          <QuickLabel id={open.id} onDone={() => setOpen(null)} />
        </FormDialog>
      )}
    </>
  );
}

/** The reasons and the form: enough to label most events without leaving the list. */
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

interface Labeling extends Selection {
  onLabel: (row: EventItem) => void;
}

function columns(environment: Environment, queue: Queue, labeling: Labeling | undefined): Column<EventItem>[] {
  const labels = queue === 'unlabeled' ? [] : (['evaluation', 'label'] as const);
  const all = eventColumns(environment, ['decision', 'score', 'account', 'reasons', ...labels, 'assigned', 'time']);
  if (labeling === undefined) return all;
  const { onLabel } = labeling;
  const label: Column<EventItem> = {
    name: 'Label',
    unlabeled: true,
    cell: (row) => (
      <Button size="xs" variant="default" onClick={() => onLabel(row)}>
        Label
        <span className="visually-hidden">
          {' '}
          {eventName(row.event_type)}, {accountName(row)}
        </span>
      </Button>
    ),
  };
  return [selectColumn(labeling), ...all, label];
}
