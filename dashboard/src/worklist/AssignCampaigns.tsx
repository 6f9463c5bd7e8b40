// Assigns all events of the selected campaigns to a member.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { call } from '../api/client.ts';
import type { Campaign, CampaignDetail, Environment, One } from '../api/types.ts';
import { AssignMany } from '../assignments/AssignMany.tsx';
import { notifyError } from '../components/notifications.ts';
import { type ChangeableSelection, SelectionBar } from '../components/Selection.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';

/** The events of the campaigns, one request each. Fails if a campaign no longer exists, so that none is omitted unnoticed. */
async function eventsOf(environment: Environment, ids: readonly string[]): Promise<string[]> {
  const path = (id: string) => environmentPath(environment, `/campaigns/${id}`);
  const campaigns = await Promise.all(ids.map((id) => call<One<CampaignDetail>>('GET', path(id))));
  return [...new Set(campaigns.flatMap(({ data }) => data.event_ids))];
}

interface AssignCampaignsProps {
  selection: ChangeableSelection;
  /** The campaigns of this page; undefined until they are loaded. */
  rows: readonly Campaign[] | undefined;
}

export function AssignCampaigns({ selection, rows }: AssignCampaignsProps) {
  const environment = useEnvironment();
  const [eventIds, setEventIds] = useState<readonly string[] | null>(null);
  const { chosen } = selection;
  const assign = async () => {
    try {
      setEventIds(await eventsOf(environment, [...chosen]));
    } catch (error) {
      notifyError('Campaigns not read', error);
    }
  };
  return (
    <>
      <SelectionBar selection={selection} rows={rows}>
        <Button size="xs" variant="default" disabled={chosen.size === 0} onClick={() => assign()}>
          Assign {formatCount(chosen.size, 'selected campaign')}
        </Button>
      </SelectionBar>
      {eventIds !== null && (
        <AssignMany eventIds={eventIds} onClose={() => setEventIds(null)} onDone={selection.clear} />
      )}
    </>
  );
}
