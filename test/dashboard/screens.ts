// The addresses of all screens, with ids of existing events, for the page tests and the screenshots.
import type { Service } from './service.ts';

export interface Screen {
  /** A short name that is valid as a file name. */
  name: string;
  /** The address below the environment. */
  path: string;
  heading?: string;
}

interface Item {
  id: string;
  external_account_id: string;
  device: { id: string };
  risk: { signals: unknown[] };
}

const POLICY_TABS = ['rules', 'simulator', 'backtest', 'versions', 'quality'];

/** All screens of the test environment, which must contain imported events; `endpoint` is the id of a webhook endpoint, if any. */
export async function allScreens(service: Service, endpoint?: string): Promise<Screen[]> {
  const events = async (query: string) =>
    (await service.request<{ data: Item[] }>('GET', `/v1/environments/${service.environments.test.id}/events?${query}`))
      .data;
  const challenged = await events('decision=challenge&limit=100');
  const event = challenged.find(({ risk }) => risk.signals.length >= 4) ?? challenged[0];
  const [blocked] = await events('decision=block&limit=1');
  if (event === undefined || blocked === undefined) throw new Error('no challenged or blocked events were imported');
  const device = `devices/${event.device.id}`;
  return [
    { name: 'overview', path: 'overview', heading: 'Overview' },
    { name: 'overview-30-days', path: 'overview?days=30', heading: 'Overview' },
    { name: 'events', path: 'events', heading: 'Events' },
    { name: 'events-filtered', path: 'events?level=critical', heading: 'Events' },
    { name: 'events-assessments', path: 'assessments?decision=challenge', heading: 'Events' },
    { name: 'event', path: `events/${event.id}` },
    { name: 'event-blocked', path: `events/${blocked.id}` },
    { name: 'worklist', path: 'worklist', heading: 'Worklist' },
    { name: 'worklist-events', path: 'worklist?queue=unlabeled', heading: 'Worklist' },
    { name: 'worklist-let-through', path: 'worklist?queue=let-through', heading: 'Worklist' },
    { name: 'campaign', path: `campaigns/cmp_${blocked.id.slice(-26)}` },
    { name: 'devices', path: 'devices', heading: 'Devices' },
    { name: 'device', path: device },
    { name: 'device-recognition', path: `${device}?tab=resolutions` },
    { name: 'device-compare', path: `${device}?tab=compare&with=${blocked.device.id}` },
    { name: 'accounts', path: 'accounts', heading: 'Accounts' },
    { name: 'account', path: `accounts/${encodeURIComponent(event.external_account_id)}` },
    { name: 'network', path: 'network', heading: 'Network' },
    { name: 'network-detail', path: `network/net_${blocked.id.slice(-26)}` },
    { name: 'policy', path: 'policy', heading: 'Policy' },
    ...POLICY_TABS.map((tab) => ({ name: `policy-${tab}`, path: `policy?tab=${tab}`, heading: 'Policy' })),
    { name: 'alerts', path: 'alerts', heading: 'Alerts' },
    { name: 'webhooks', path: 'webhooks', heading: 'Webhooks' },
    ...(endpoint === undefined ? [] : [{ name: 'webhook', path: `webhooks/${endpoint}` }]),
    { name: 'keys', path: 'keys', heading: 'Keys & environments' },
    { name: 'integration', path: 'integration', heading: 'Integration' },
    { name: 'members', path: 'members', heading: 'Members' },
    { name: 'audit', path: 'audit', heading: 'Audit log' },
    { name: 'settings', path: 'settings', heading: 'Settings' },
  ];
}
