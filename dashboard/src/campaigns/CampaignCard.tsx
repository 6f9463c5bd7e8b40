// The campaign of a challenged or blocked event, on the event's page.
import { isStopped } from '../../../src/vocabulary/decisions.ts';
import { useOne } from '../api/read.ts';
import type { CampaignDetail, EventDetail } from '../api/types.ts';
import { Loading, NotRead } from '../components/Feedback.tsx';
import { Card } from '../components/Page.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { campaignHref } from '../shell/links.ts';
import { campaignSize, campaignText, whatGotIn } from './campaign-text.ts';

export function CampaignCard({ event }: { event: EventDetail }) {
  const environment = useEnvironment();
  const id = `cmp_${event.id.slice(-26)}`;
  const enabled = isStopped(event.risk.decision);
  const read = useOne<CampaignDetail>(environmentPath(environment, `/campaigns/${id}`), {}, { enabled });
  if (!enabled) return null;
  // The event may have been deleted already.
  if (read.data === undefined && !read.isLoading) return <NotRead what="The campaign of the event" reads={[read]} />;
  return (
    <Card title="Campaign">
      {/* As tall as most answers, so that the cards below do not move. */}
      {read.data === undefined ? <Loading rows={1} height="5.25rem" /> : <Membership campaign={read.data.data} />}
    </Card>
  );
}

function Membership({ campaign }: { campaign: CampaignDetail }) {
  const environment = useEnvironment();
  if (campaign.kind === 'single')
    return <p className="muted">This event stands alone: no other challenged or blocked event belongs with it.</p>;
  const gotIn = whatGotIn(campaign);
  return (
    <p>
      {campaignText(campaign).name}: one of {campaignSize(campaign)}. {gotIn !== null && <strong>{gotIn}</strong>}{' '}
      <a href={campaignHref(environment, campaign.id)}>Open the campaign</a>
    </p>
  );
}
