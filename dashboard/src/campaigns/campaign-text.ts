// A campaign in words: what connects its events, how large it is, and the alert for the next one. Pure.
import { MINUTE } from '../../../src/vocabulary/clock.ts';
import { eventClass } from '../../../src/vocabulary/event-types.ts';
import type { Campaign, CampaignDetail } from '../api/types.ts';
import { count, eventName, inSentence } from '../components/wording.ts';

interface CampaignText {
  name: string;
  meaning: string;
}

/** `main` is the type of most of its events. */
const KIND_TEXT: Record<Campaign['kind'], (main: string, accounts: number) => CampaignText> = {
  // The attacks of a week share sources alike, and differ in what they tried. With one account, there is nothing that shares.
  source: (main, accounts) => ({
    name: accounts === 1 ? `${main} on one account` : `${main} from a shared source`,
    meaning: 'Its events follow each other on a shared device, fingerprint or address.',
  }),
  account: () => ({
    name: 'One account attacked',
    meaning: 'Its events are attempts on one account from changing sources.',
  }),
  stuffing: () => ({
    name: 'Scattered credential stuffing',
    meaning:
      'Failed logins, each on another account, from sources seen hardly twice, each within four hours of the one before. No source connects them: attacks of this kind at the same time are shown as one, and a few honest mistakes may be among them.',
  }),
  card_testing: () => ({
    name: 'Scattered card testing',
    meaning:
      'Payments and signups that look like card testing, from sources seen hardly twice, each within four hours of the one before. No source connects them: attacks of this kind at the same time are shown as one, and a few honest customers may be among them.',
  }),
  single: (main) => ({ name: main, meaning: 'No other challenged or blocked event belongs to it.' }),
};

/** A source that mostly attacked one account belongs to it with its few attempts on others. */
const MAINLY_ONE_ACCOUNT: CampaignText = {
  name: 'Mainly one account attacked',
  meaning: 'Most of its events are attempts on one account from changing sources; the others share a source with them.',
};

/** What a campaign is called, and what connects its events. */
export function campaignText({
  kind,
  account_count: accounts,
  event_types: types,
}: Pick<Campaign, 'kind' | 'account_count' | 'event_types'>): CampaignText {
  if (kind === 'account' && accounts > 1) return MAINLY_ONE_ACCOUNT;
  return KIND_TEXT[kind](eventName(mainType(types)), accounts);
}

/** The type of most events; of those as frequent, what an attacker gains by: a stolen API key and not the page view before it. */
function mainType(types: Campaign['event_types']): string {
  const most = types.filter(({ count: number }) => number === types[0]?.count);
  return (most.find(isCostly) ?? most[0])?.event_type ?? '';
}

function isCostly({ event_type: type }: { event_type: string }): boolean {
  const kind = eventClass(type);
  return kind === 'sensitive' || kind === 'payment';
}

/** What it means that nothing is listed as let through. */
export function letThroughEmpty(kind: Campaign['kind']): string {
  return kind === 'stuffing' || kind === 'card_testing'
    ? 'No event with a device of this campaign was allowed or monitored. Its sources change, so others of the attack may have been.'
    : 'No event with a device or fingerprint of this campaign was allowed or monitored.';
}

/** `2 events of it were let through.`; null when none is known to have been. */
export function whatGotIn({ let_through_ids: ids }: Pick<CampaignDetail, 'let_through_ids'>): string | null {
  if (ids.length === 0) return null;
  return `${count(ids.length, 'event')} of it ${ids.length === 1 ? 'was' : 'were'} let through.`;
}

/**
 * What an attacker gains by, where the name of the campaign does not say it: ` (payout changed: 2)`. Thousands of failed logins
 * would hide it.
 */
function costlyEvents(types: Campaign['event_types']): string {
  const mainClass = eventClass(mainType(types));
  const costly = types.filter((one) => isCostly(one) && eventClass(one.event_type) !== mainClass);
  const parts = costly.map(({ event_type: type, count: number }) => `${inSentence(eventName(type))}: ${number}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** `340 events (payout changed: 2) against 72 accounts from one fingerprint and 12 addresses`. */
export function campaignSize(campaign: Campaign): string {
  const { event_count: events, account_count: accounts } = campaign;
  const sources = [
    campaign.fingerprint_count === 1 && events > 1 ? 'one fingerprint' : null,
    campaign.device_count === 1 ? 'one device' : count(campaign.device_count, 'device'),
    campaign.address_count === 0
      ? null
      : campaign.address_count === 1
        ? 'one address'
        : count(campaign.address_count, 'address', 'addresses'),
  ].filter((part) => part !== null);
  const name = campaign.external_account_id;
  const against = accounts === 0 ? '' : ` against ${name === null ? count(accounts, 'account') : `account ${name}`}`;
  const from = sources.length < 2 ? sources.join('') : `${sources.slice(0, -1).join(', ')} and ${sources.at(-1)}`;
  return `${count(events, 'event')}${costlyEvents(campaign.event_types)}${against} from ${from}`;
}

/** The parameters of the form for a rule that the same attack would trigger again, even a fifth smaller. */
export function alertForm(campaign: Pick<Campaign, 'event_count' | 'first_at' | 'last_at'>): Record<string, string> {
  const minutes = Math.ceil((Date.parse(campaign.last_at) - Date.parse(campaign.first_at)) / MINUTE) + 1;
  return { new: 'attack_wave', threshold: String(Math.floor(campaign.event_count * 0.8)), window: String(minutes) };
}
