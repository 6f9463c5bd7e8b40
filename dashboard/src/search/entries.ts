// The rows of the search dialog: what the service found, then the screens and actions whose name matches. Pure.
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { Environment, SearchResult } from '../api/types.ts';
import { setTimeZoneChoice } from '../components/time-zone.ts';
import { eventName } from '../components/wording.ts';
import { ASSESSMENT_COLUMNS, DEFAULT_LAYOUT, layoutParameters } from '../events/layout.ts';
import { accountHref, campaignHref, deviceHref, eventHref, networkHref, screenHref } from '../shell/links.ts';
import { NAVIGATION } from '../shell/navigation.ts';

export interface Entry {
  key: string;
  kind: string;
  title: string;
  note?: string;
  href?: string;
  run?: () => void;
}

/** `campaign`: the id of the campaign that was searched for, by the number of its event. */
export function resultEntries(environment: Environment, found: SearchResult, campaign: string | null): Entry[] {
  const account = (id: string | null) => (id === null ? {} : { note: `Account ${id}` });
  const campaigns = campaign === null || found.events.length === 0 ? [] : [campaign];
  return [
    ...campaigns.map((id) => ({ key: id, kind: 'Campaign', title: id, href: campaignHref(environment, id) })),
    ...found.events.map((hit) => ({
      key: hit.id,
      kind: 'Event',
      title: hit.event_type === null ? hit.id : `${eventName(hit.event_type)} ${hit.id}`,
      ...account(hit.external_account_id),
      href: eventHref(environment, hit.id),
    })),
    ...found.devices.map((hit) => ({
      key: hit.id,
      kind: 'Device',
      title: hit.summary ?? hit.id,
      note: hit.id,
      href: deviceHref(environment, hit.id),
    })),
    ...found.sessions.map((hit) => ({
      key: hit.id,
      kind: 'Session',
      title: hit.id,
      ...account(hit.external_account_id),
      href: screenHref(environment, 'events', { session_id: hit.id }),
    })),
    ...found.deliveries.map((hit) => ({
      key: hit.id,
      kind: 'Delivery',
      title: `${hit.type ?? ''} ${hit.id}`,
      href: screenHref(environment, `webhooks/${hit.endpoint_id}`),
    })),
    ...found.accounts.map(({ external_account_id: id }) => ({
      key: `account ${id}`,
      kind: 'Account',
      title: id,
      href: accountHref(environment, id),
    })),
    ...found.networks.map((network) => ({
      key: network.id,
      kind: 'Network',
      title: network.ip_masked,
      note: `${formatCount(network.event_count, 'event')}, ${formatCount(network.account_count, 'account')}`,
      href: networkHref(environment, network.id),
    })),
  ];
}

interface Actions {
  onHelp: () => void;
  onLogout: () => void;
}

/** Screens and actions whose name contains a word starting with each typed word; all of them without text. */
export function commandEntries(environment: Environment, text: string, { onHelp, onLogout }: Actions): Entry[] {
  const screens: Entry[] = NAVIGATION.flatMap(({ items }) =>
    items.map(({ path, name }) => ({ key: path, kind: 'Screen', title: name, href: screenHref(environment, path) })),
  );
  const views: Entry[] = [
    {
      key: 'simulate',
      kind: 'Screen',
      title: 'Policy simulator',
      href: screenHref(environment, 'policy', { tab: 'simulator' }),
    },
    {
      key: 'backtest',
      kind: 'Screen',
      title: 'Policy backtest',
      href: screenHref(environment, 'policy', { tab: 'backtest' }),
    },
    { key: 'rules', kind: 'Screen', title: 'Policy rules', href: screenHref(environment, 'policy', { tab: 'rules' }) },
    {
      key: 'assessments',
      kind: 'Screen',
      title: 'Risk assessments of events',
      href: screenHref(environment, 'events', layoutParameters({ ...DEFAULT_LAYOUT, columns: ASSESSMENT_COLUMNS })),
    },
    {
      key: 'tail',
      kind: 'Screen',
      title: 'Live tail of events',
      href: screenHref(environment, 'events', { tail: 'on' }),
    },
  ];
  const actions: Entry[] = [
    { key: 'help', kind: 'Action', title: 'Show keyboard shortcuts', run: onHelp },
    { key: 'utc', kind: 'Action', title: 'Show times in UTC', run: () => setTimeZoneChoice('utc') },
    { key: 'local', kind: 'Action', title: 'Show local times', run: () => setTimeZoneChoice('local') },
    { key: 'logout', kind: 'Action', title: 'Log out', run: onLogout },
  ];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ title }: Entry) => {
    const names = title.toLowerCase().split(/\s+/);
    return words.every((word) => names.some((name) => name.startsWith(word)));
  };
  return [...screens, ...views, ...actions].filter(matches);
}
