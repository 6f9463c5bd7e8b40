// On the page of a challenged or blocked event: the campaign that it belongs to.
import { isStopped } from '../../../src/vocabulary/decisions.ts';
import { useOne } from '../api/read.ts';
import type { CampaignDetail, EventDetail } from '../api/types.ts';
import { Card } from '../components/Page.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { campaignHref } from '../shell/links.ts';
import { campaignSize, campaignText, whatGotIn } from './campaign-text.ts';

export function CampaignCard({ event }: { event: EventDetail }) {
  const environment = useEnvironment();
  const stopped = isStopped(event.risk.decision);
  const id = `cmp_${event.id.slice(-26)}`;
  const campaign = useOne<CampaignDetail>(environmentPath(environment, `/campaigns/${id}`), {}, { enabled: stopped })
    .data?.data;
  if (campaign === undefined || campaign.kind === 'single') return null;
  const gotIn = whatGotIn(campaign);
  return (
    <Card title="Campaign">
      <p>
        {campaignText(campaign).name}: one of {campaignSize(campaign)}. {gotIn !== null && <strong>{gotIn}</strong>}{' '}
        <a href={campaignHref(environment, campaign.id)}>Open the campaign</a>
      </p>
    </Card>
  );
}
