// One campaign: what connects its events, who was attacked, what was let through, and labels for all of them.
import { Button, Checkbox } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import { useOne } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { CampaignDetail } from '../api/types.ts';
import { Await } from '../components/Feedback.tsx';
import { ExportMenu } from '../components/ListTools.tsx';
import { Card, DescriptionList, Page } from '../components/Page.tsx';
import { DecisionTag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { count, eventName } from '../components/wording.ts';
import { EventTable } from '../events/EventTable.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { accountHref, screenHref } from '../shell/links.ts';
import { campaignSize, KIND_TEXT } from './campaign-text.ts';
import { LabelMany } from './LabelMany.tsx';
import { useEventPage } from './use-event-page.tsx';

export function CampaignScreen() {
  const { campaign: id } = useParams({ strict: false }) as { campaign: string };
  const environment = useEnvironment();
  const read = useOne<CampaignDetail>(environmentPath(environment, `/campaigns/${encodeURIComponent(id)}`));
  const data = read.data?.data;
  return (
    <Page
      title={data === undefined ? 'Campaign' : KIND_TEXT[data.kind].name}
      description={data === undefined ? undefined : `${campaignSize(data)}.`}
      actions={
        data !== undefined && (
          <>
            <ExportMenu
              path={environmentPath(environment, `/campaigns/${data.id}/events`)}
              query={{ let_through: 'true' }}
              name={data.id}
            />
            <a href={screenHref(environment, 'alerts', { new: 'attack_wave' })}>Alert me next time</a>
            <LabelButton campaign={data} />
          </>
        )
      }
    >
      <Await read={read}>{(one) => <Detail campaign={one.data} />}</Await>
    </Page>
  );
}

function LabelButton({ campaign }: { campaign: CampaignDetail }) {
  const may = useMay('record_outcome');
  const [open, setOpen] = useState(false);
  const [withLetThrough, setWithLetThrough] = useState(false);
  const extra = campaign.let_through_ids;
  const ids = withLetThrough ? [...campaign.event_ids, ...extra] : campaign.event_ids;
  if (!may) return null;
  return (
    <>
      {extra.length > 0 && (
        <Checkbox
          label={`With the ${count(extra.length, 'event')} let through`}
          checked={withLetThrough}
          onChange={(event) => setWithLetThrough(event.currentTarget.checked)}
        />
      )}
      <Button onClick={() => setOpen(true)}>Label all {ids.length.toLocaleString('en')}</Button>
      {open && <LabelMany scope="this campaign" eventIds={ids} onClose={() => setOpen(false)} />}
    </>
  );
}

function Detail({ campaign }: { campaign: CampaignDetail }) {
  const environment = useEnvironment();
  const made = DECISIONS.filter((decision) => campaign.decisions[decision] > 0);
  return (
    <>
      <Card>
        <div className="stack">
          <p>{KIND_TEXT[campaign.kind].meaning}</p>
          <DescriptionList
            items={[
              ['First event', <Timestamp key="first" at={campaign.first_at} format="both" />],
              ['Last event', <Timestamp key="last" at={campaign.last_at} format="both" />],
              [
                'Decisions',
                <span key="decisions" className="row">
                  {made.map((decision) => (
                    <span key={decision} className="row">
                      <DecisionTag decision={decision} /> {campaign.decisions[decision].toLocaleString('en')}
                    </span>
                  ))}
                </span>,
              ],
              [
                'Event types',
                campaign.event_types.map((type) => `${eventName(type.event_type)} (${type.count})`).join(', '),
              ],
              ['Highest score', campaign.max_score],
              ['Labeled', `${campaign.labeled_count} of ${campaign.event_count}`],
            ]}
          />
        </div>
      </Card>
      <Card title={`Accounts (${campaign.account_count})`}>
        {campaign.account_ids.length === 0 ? (
          <p className="muted">None.</p>
        ) : (
          <ul className="row">
            {campaign.account_ids.map((account) => (
              <li key={account}>
                <a href={accountHref(environment, account)}>{account}</a>
              </li>
            ))}
            {campaign.account_count > campaign.account_ids.length && (
              <li className="muted">and {campaign.account_count - campaign.account_ids.length} more</li>
            )}
          </ul>
        )}
      </Card>
      <Events
        title="Let through"
        empty="No event with a device or fingerprint of this campaign was allowed or monitored."
        ids={campaign.let_through_ids}
      />
      <Events title="Challenged and blocked" empty="None." ids={campaign.event_ids} />
    </>
  );
}

function Events({ title, empty, ids }: { title: string; empty: string; ids: readonly string[] }) {
  const { read, pager } = useEventPage(ids);
  if (ids.length === 0) {
    return (
      <Card title={title}>
        <p className="muted">{empty}</p>
      </Card>
    );
  }
  return (
    <Card title={`${title} (${ids.length.toLocaleString('en')})`} flush>
      <Await read={read}>{(list) => <EventTable rows={list.data} caption={title} />}</Await>
      {pager}
    </Card>
  );
}
