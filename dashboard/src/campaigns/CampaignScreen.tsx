// One campaign: what connects its events, which accounts were attacked, what was let through, and labels for all its events.
import { Button, Checkbox } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import { useOne } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { CampaignDetail } from '../api/types.ts';
import { AssignMany } from '../assignments/AssignMany.tsx';
import { Await } from '../components/Feedback.tsx';
import { ExportMenu } from '../components/ListTools.tsx';
import { Card, DescriptionList, Page } from '../components/Page.tsx';
import { type ChangeableSelection, type Selection, useSelection } from '../components/Selection.tsx';
import { DecisionTag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { eventName } from '../components/wording.ts';
import { EventTable } from '../events/EventTable.tsx';
import { useSavedIds } from '../queue/queue.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { accountHref, screenHref } from '../shell/links.ts';
import { alertForm, campaignSize, campaignText, letThroughEmpty } from './campaign-text.ts';
import { LabelMany } from './LabelMany.tsx';
import { useEventPage } from './use-event-page.tsx';

export function CampaignScreen() {
  const { campaign: id } = useParams({ strict: false }) as { campaign: string };
  const environment = useEnvironment();
  const read = useOne<CampaignDetail>(environmentPath(environment, `/campaigns/${encodeURIComponent(id)}`));
  const data = read.data?.data;
  const selection = useSelection(id);
  return (
    <Page
      title={data === undefined ? 'Campaign' : campaignText(data).name}
      description={data === undefined ? undefined : `${campaignSize(data)}.`}
      actions={
        data !== undefined && (
          <>
            <ExportMenu
              path={environmentPath(environment, `/campaigns/${data.id}/events`)}
              query={{ let_through: 'true' }}
              name={`campaign-${data.first_at.slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')}-${data.id.slice(-6)}`}
            />
            <a href={screenHref(environment, 'alerts', alertForm(data))}>Alert me next time</a>
            <ActOnAll campaign={data} selection={selection} />
          </>
        )
      }
    >
      <Await read={read}>{(one) => <Detail campaign={one.data} selection={selection} />}</Await>
    </Page>
  );
}

interface ActOnAllProps {
  campaign: CampaignDetail;
  /** Selects among the events let through: some may not be the attacker's. */
  selection: ChangeableSelection;
}

function ActOnAll({ campaign, selection }: ActOnAllProps) {
  const may = useMay('record_outcome');
  const [dialog, setDialog] = useState<'label' | 'assign' | null>(null);
  const extra = campaign.let_through_ids;
  const taken = extra.filter((id) => selection.chosen.has(id));
  const ids = [...campaign.event_ids, ...taken];
  if (!may) return null;
  return (
    <>
      {extra.length > 0 && (
        <Checkbox
          label={`With the ${formatCount(extra.length, 'event')} let through`}
          checked={taken.length === extra.length}
          indeterminate={taken.length > 0 && taken.length < extra.length}
          onChange={(event) => (event.currentTarget.checked ? selection.chooseAll(extra) : selection.clear())}
        />
      )}
      <Button size="xs" variant="default" onClick={() => setDialog('assign')}>
        Assign all {formatNumber(ids.length)}
      </Button>
      <Button size="xs" onClick={() => setDialog('label')}>
        Label all {formatNumber(ids.length)}
      </Button>
      {dialog === 'label' && <LabelMany scope="this campaign" eventIds={ids} onClose={() => setDialog(null)} />}
      {dialog === 'assign' && <AssignMany eventIds={ids} onClose={() => setDialog(null)} />}
    </>
  );
}

function Detail({ campaign, selection }: { campaign: CampaignDetail; selection: Selection }) {
  const mayLabel = useMay('record_outcome');
  const list = useCampaignQueue(campaign);
  const made = DECISIONS.filter((decision) => campaign.decisions[decision] > 0);
  return (
    <>
      <Card>
        <div className="stack">
          <p>{campaignText(campaign).meaning}</p>
          <DescriptionList
            items={[
              ['First event', <Timestamp key="first" at={campaign.first_at} format="both" />],
              ['Last event', <Timestamp key="last" at={campaign.last_at} format="both" />],
              [
                'Decisions',
                <span key="decisions" className="row">
                  {made.map((decision) => (
                    <span key={decision} className="row">
                      <DecisionTag decision={decision} /> {formatNumber(campaign.decisions[decision])}
                    </span>
                  ))}
                </span>,
              ],
              [
                'Event types',
                campaign.event_types
                  .map((type) => `${eventName(type.event_type)} (${formatNumber(type.count)})`)
                  .join(', '),
              ],
              ['Highest score', campaign.max_score],
              ['Labeled', `${formatNumber(campaign.labeled_count)} of ${formatNumber(campaign.event_count)}`],
            ]}
          />
        </div>
      </Card>
      {campaign.entered_account_count > 0 && (
        <Card title={`Accounts whose password was right (${formatNumber(campaign.entered_account_count)})`}>
          <div className="stack">
            <p>
              The logins to these accounts had the right password and were challenged or blocked. Whoever passed a
              challenge is logged in.
            </p>
            <AccountLinks ids={campaign.entered_account_ids} count={campaign.entered_account_count} />
          </div>
        </Card>
      )}
      <Card title={`Accounts (${formatNumber(campaign.account_count)})`}>
        {campaign.account_ids.length === 0 ? (
          <p className="muted">None.</p>
        ) : (
          <AccountLinks ids={campaign.account_ids} count={campaign.account_count} />
        )}
      </Card>
      <Events
        title="Let through"
        empty={letThroughEmpty(campaign)}
        ids={campaign.let_through_ids}
        list={list}
        page="let_through"
        selection={mayLabel ? selection : undefined}
      />
      <Events title="Challenged and blocked" empty="None." ids={campaign.event_ids} list={list} page="stopped" />
    </>
  );
}

/** The queue of the events in both tables, in their order: the newest first. */
function useCampaignQueue({ id, let_through_ids: letThrough, event_ids: events }: CampaignDetail): string {
  const environment = useEnvironment();
  const ids = useMemo(() => [...letThrough.toReversed(), ...events.toReversed()], [letThrough, events]);
  return useSavedIds('the campaign', environmentPath(environment, `/campaigns/${id}`), ids);
}

/** Accounts shown before the list is expanded: on a phone, a hundred take forty lines above the events let through. */
const SHOWN = 24;

function AccountLinks({ ids, count: all }: { ids: readonly string[]; count: number }) {
  const rest = ids.slice(SHOWN);
  const unnamed = all - ids.length;
  return (
    <div className="stack compact">
      <AccountRow ids={ids.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary>{formatCount(all - SHOWN, 'more account')}</summary>
          <AccountRow ids={rest} />
          {unnamed > 0 && <p className="muted">And {formatNumber(unnamed)} that are not listed here.</p>}
        </details>
      )}
    </div>
  );
}

function AccountRow({ ids }: { ids: readonly string[] }) {
  const environment = useEnvironment();
  return (
    <ul className="row">
      {ids.map((account) => (
        <li key={account} className="chosen-name">
          <a href={accountHref(environment, account)}>{account}</a>
        </li>
      ))}
    </ul>
  );
}

interface EventsProps {
  title: string;
  empty: string;
  ids: readonly string[];
  /** The address of the campaign, so that an event leads to the next one. */
  list: string;
  /** The part of the screen's address that keeps the page of this table. */
  page: string;
  selection?: Selection;
}

function Events({ title, empty, ids, list, page, selection }: EventsProps) {
  const { read, pager } = useEventPage(ids, page);
  if (ids.length === 0) {
    return (
      <Card title={title}>
        <p className="muted">{empty}</p>
      </Card>
    );
  }
  return (
    <Card title={`${title} (${formatNumber(ids.length)})`} flush>
      <Await read={read}>
        {({ data }) => <EventTable rows={data} caption={title} selection={selection} list={list} />}
      </Await>
      {pager}
    </Card>
  );
}
