// The screens and API answers that the measurement of the dashboard times, with ids of seeded events.
import type { FirstRun } from '../service/first-run.ts';

/** A screen: its name, its path below the environment, and a selector of its first content. */
export type MeasuredScreen = readonly [name: string, path: string, content: string];
/** An answer of the API to a dashboard session: its name, its path below the environment and its target, ms. */
export type MeasuredAnswer = readonly [name: string, path: string, target: number];

/** Milliseconds. */
export const TARGETS = { screen: 300, search: 50, campaigns: 300, links: 300 } as const;

export interface Samples {
  event: string;
  device: string;
  account: string;
  network: string;
  /** The largest campaign of the last seven days. */
  campaign: string;
}

interface ListedEvent {
  id: string;
  external_account_id: string;
  device: { id: string };
}

/** The ids of the newest event and the largest campaign. @throws Error when the environment has none. */
export async function findSamples(baseUrl: string, { environments: { test } }: FirstRun): Promise<Samples> {
  const list = async <T>(path: string): Promise<T[]> => {
    const response = await fetch(`${baseUrl}/v1/environments/${test.id}/${path}`, {
      headers: { authorization: `Bearer ${test.secret_key}` },
    });
    return ((await response.json()) as { data: T[] }).data;
  };
  const [event] = await list<ListedEvent>('events?limit=1');
  const campaigns = await list<{ id: string; event_count: number }>('campaigns?limit=100');
  const [campaign] = campaigns.sort((one, other) => other.event_count - one.event_count);
  if (event === undefined || campaign === undefined) throw new Error('the environment has no events or no campaigns');
  return {
    event: event.id,
    device: event.device.id,
    account: event.external_account_id,
    network: `net_${event.id.slice(-26)}`,
    campaign: campaign.id,
  };
}

export function screensOf({ event, device, account, network, campaign }: Samples): MeasuredScreen[] {
  const row = 'main tbody tr';
  const section = 'main section';
  return [
    ['Overview', 'overview', 'ul[aria-label="Key numbers"]'],
    ['Overview, 30 days', 'overview?days=30', 'ul[aria-label="Key numbers"]'],
    ['Overview, 90 days', 'overview?days=90', 'ul[aria-label="Key numbers"]'],
    ['Events', 'events', row],
    ['Events, by score', 'events?sort=score', row],
    ['Events, filtered', 'events?decision=challenge&level=high', row],
    ['One event', `events/${event}`, 'section[aria-label="Decision"]'],
    ['Worklist', 'worklist', row],
    ['Worklist, one by one', 'worklist?queue=unlabeled', row],
    ['Worklist, let through', 'worklist?queue=let-through', `${row}, ${section} p`],
    ['One campaign', `campaigns/${campaign}`, section],
    ['Devices', 'devices', row],
    ['Devices, most events', 'devices?sort=event_count', row],
    ['One device', `devices/${device}`, row],
    ['Accounts', 'accounts', row],
    ['One account', `accounts/${encodeURIComponent(account)}`, row],
    ['Network', 'network', row],
    ['One network', `network/${network}`, row],
    ['Events with their assessments', 'events?columns=score.signals.rule.policy', row],
    ['Policy', 'policy', '[role="slider"]'],
    ['Policy versions', 'policy?tab=versions', `${section} ol li`],
    ['Policy quality', 'policy?tab=quality', section],
    ['Alerts', 'alerts', section],
    ['Webhooks', 'webhooks', section],
    ['Keys', 'keys', row],
    ['Integration', 'integration', section],
    ['Members', 'members', row],
    ['Audit log', 'audit', 'main ol li, main section'],
  ];
}

export function answersOf({ event, device, account, network, campaign }: Samples): MeasuredAnswer[] {
  const search = (text: string) => `search?q=${encodeURIComponent(text)}`;
  const links = (name: string, id: string) => `links?${name}=${encodeURIComponent(id)}`;
  return [
    ['Search: event id', search(event), TARGETS.search],
    ['Search: start of a device id', search(device.slice(0, 12)), TARGETS.search],
    ['Search: account', search(account), TARGETS.search],
    ['Search: start of an account', search(account.slice(0, 3)), TARGETS.search],
    ['Search: address', search('11.0.0.1'), TARGETS.search],
    ['Search: nothing found', search('nobody-of-this-name'), TARGETS.search],
    ['Campaigns', 'campaigns', TARGETS.campaigns],
    ['Campaigns without a label', 'campaigns?unlabeled=true', TARGETS.campaigns],
    [
      'Campaigns of 90 days',
      `campaigns?from=${new Date(Date.now() - 90 * 86_400_000).toISOString()}`,
      TARGETS.campaigns,
    ],
    ['One campaign', `campaigns/${campaign}`, TARGETS.campaigns],
    ['Let through', 'let-through?unlabeled=true', TARGETS.campaigns],
    ['Timeline of an account', `accounts/${encodeURIComponent(account)}/timeline`, TARGETS.links],
    ['Activity of a network', `network/${network}/activity`, TARGETS.links],
    ['Links of an account', links('account_id', account), TARGETS.links],
    ['Links of a device', links('device_id', device), TARGETS.links],
    ['Links of a network', links('network', network), TARGETS.links],
  ];
}
