// The campaigns of the newest challenged and blocked events of an account or a network, on its page.
import { STOPPED_DECISIONS } from '../../../src/vocabulary/decisions.ts';
import { useList, useOne } from '../api/read.ts';
import type { CampaignDetail, EventItem } from '../api/types.ts';
import { Loading, NotRead } from '../components/Feedback.tsx';
import { Card } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { campaignHref } from '../shell/links.ts';
import { campaignSize, campaignText } from './campaign-text.ts';

/** The newest stopped events that are read, and the most campaigns; each campaign takes up to 70 ms. */
const EVENTS = 100;
const CAMPAIGNS = 5;

/** Render it only if an event was stopped, or the card would appear and vanish. The events may have been deleted already. */
export function CampaignsCard({ query }: { query: { account_id: string } | { network: string } }) {
  const environment = useEnvironment();
  const read = useList<EventItem>(environmentPath(environment, '/events'), {
    ...query,
    decision: STOPPED_DECISIONS,
    limit: EVENTS,
  });
  const stopped = read.data?.data;
  if (stopped?.length === 0) return null;
  return (
    <Card title="Campaigns">
      <NotRead what="The challenged and blocked events" reads={[read]} />
      {stopped === undefined ? (
        read.isLoading && <Loading rows={1} height="1.5rem" />
      ) : (
        <CampaignsOf ids={stopped.map(({ id }) => id)} found={0} left={CAMPAIGNS} />
      )}
    </Card>
  );
}

interface CampaignsOfProps {
  /** Ids of the stopped events that are in no campaign shown so far, newest first. */
  ids: readonly string[];
  found: number;
  left: number;
}

/** Shows the campaign of the first event, then those of the events outside it. */
function CampaignsOf({ ids, found, left }: CampaignsOfProps) {
  const environment = useEnvironment();
  const id = `cmp_${ids[0]?.slice(-26)}`;
  const enabled = left > 0 && ids.length > 0;
  const read = useOne<CampaignDetail>(environmentPath(environment, `/campaigns/${id}`), {}, { enabled });
  const campaign = read.data?.data;
  if (!enabled) return found === 0 && <p className="muted">The newest challenged and blocked events stand alone.</p>;
  if (read.error !== null) return <NotRead what={found === 0 ? 'The campaigns' : 'Further campaigns'} reads={[read]} />;
  if (campaign === undefined) return left === CAMPAIGNS && <Loading rows={1} height="1.5rem" />;
  const isGroup = campaign.kind !== 'single';
  const others = ids.filter((one) => !campaign.event_ids.includes(one));
  return (
    <>
      {isGroup && (
        <p>
          <a href={campaignHref(environment, campaign.id)}>{campaignText(campaign).name}</a>: {campaignSize(campaign)},{' '}
          <Timestamp at={campaign.last_at} format="both" />
        </p>
      )}
      <CampaignsOf ids={others} found={found + (isGroup ? 1 : 0)} left={left - 1} />
    </>
  );
}
