// The texts about a campaign: what connects its events, how large it is, and the alert for the next one. Pure.
import { MINUTE } from '../../../src/vocabulary/clock.ts';
import { eventClass } from '../../../src/vocabulary/event-types.ts';
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import { LET_THROUGH_LIMITS } from '../../../src/vocabulary/let-through.ts';
import type { Campaign, CampaignDetail } from '../api/types.ts';
import { eventName, inSentence } from '../components/wording.ts';

interface CampaignText {
  name: string;
  meaning: string;
}

/** `main` is the event type that names it. */
const KIND_TEXT: Record<Campaign['kind'], (main: string, accounts: number) => CampaignText> = {
  // All attacks of a week share sources; the event type tells them apart. With one account, nothing is shared.
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
      'Failed logins, each on a different account, from sources seen at most twice on average, each within four hours of the previous one. No source connects them: attacks of this kind at the same time are shown as one, and a few honest mistakes may be among them.',
  }),
  card_testing: () => ({
    name: 'Scattered card testing',
    meaning:
      'Payments and signups that look like card testing, from sources seen at most twice on average, each within four hours of the previous one. No source connects them: attacks of this kind at the same time are shown as one, and a few honest customers may be among them.',
  }),
  single: (main) => ({ name: main, meaning: 'No other challenged or blocked event belongs to it.' }),
};

/** For a campaign of kind `account` that contains a few attempts on other accounts from the same sources. */
const MAINLY_ONE_ACCOUNT: CampaignText = {
  name: 'Mainly one account attacked',
  meaning: 'Most of its events are attempts on one account from changing sources; the others share a source with them.',
};

/** The name of a campaign, and what connects its events. */
export function campaignText({
  kind,
  account_count: accounts,
  event_types: types,
}: Pick<Campaign, 'kind' | 'account_count' | 'event_types'>): CampaignText {
  if (kind === 'account' && accounts > 1) return MAINLY_ONE_ACCOUNT;
  return KIND_TEXT[kind](eventName(mainType({ account_count: accounts, event_types: types })), accounts);
}

/**
 * The most frequent type, or the one that an attacker gains from, such as a stolen API key, if it is as frequent. With one
 * account, it is however rare: a takeover is not named after the page views around it.
 */
function mainType({ account_count: accounts, event_types: types }: Pick<Campaign, 'account_count' | 'event_types'>) {
  const candidates = accounts === 1 ? types : types.filter(({ count: number }) => number === types[0]?.count);
  return (candidates.find(isCostly) ?? types[0])?.event_type ?? '';
}

function isCostly({ event_type: type }: { event_type: string }): boolean {
  const kind = eventClass(type);
  return kind === 'sensitive' || kind === 'payment';
}

/** The text shown if no event is listed as let through: it claims no more than the service has looked for. */
export function letThroughEmpty(
  campaign: Pick<Campaign, 'kind' | 'event_count' | 'device_count' | 'fingerprint_count'>,
): string {
  const { keys, stoppedEvents } = LET_THROUGH_LIMITS;
  const span =
    'was allowed or monitored from an hour before the first event to an hour after the last, not counting logouts and custom event types.';
  if (campaign.event_count < stoppedEvents) return `No event on its devices ${span}`;
  const isScattered = campaign.kind === 'stuffing' || campaign.kind === 'card_testing';
  const kinds = isScattered ? ['device'] : ['device', 'fingerprint'];
  const all = campaign.device_count + (isScattered ? 0 : campaign.fingerprint_count);
  const looked =
    all > keys
      ? `one of the ${keys} ${kinds.map((kind) => `${kind}s`).join(' and ')} that were stopped most (${stoppedEvents} times or more)`
      : `a ${kinds.join(' or ')} that was stopped ${stoppedEvents} times or more`;
  const more = isScattered ? ' Its sources change, so other events of the attack may have been.' : '';
  return `No event with ${looked} ${span}${more}`;
}

/** `2 of its events were let through.`; null if no such event is known. */
export function whatGotIn({ let_through_ids: ids }: Pick<CampaignDetail, 'let_through_ids'>): string | null {
  if (ids.length === 0) return null;
  return `${formatNumber(ids.length)} of its events ${ids.length === 1 ? 'was' : 'were'} let through.`;
}

/**
 * The events that an attacker gains from, unless the campaign is named after them: ` (payout changed: 2)`. Thousands of failed
 * logins would hide them.
 */
function costlyEvents(campaign: Pick<Campaign, 'account_count' | 'event_types'>): string {
  const mainClass = eventClass(mainType(campaign));
  const costly = campaign.event_types.filter((one) => isCostly(one) && eventClass(one.event_type) !== mainClass);
  const parts = costly.map(
    ({ event_type: type, count: number }) => `${inSentence(eventName(type))}: ${formatNumber(number)}`,
  );
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** `340 events (payout changed: 2) against 72 accounts from one fingerprint and 12 addresses`. */
export function campaignSize(campaign: Campaign): string {
  const { event_count: events, account_count: accounts } = campaign;
  const sources = [
    campaign.fingerprint_count === 1 && events > 1 ? 'one fingerprint' : null,
    campaign.device_count === 1 ? 'one device' : formatCount(campaign.device_count, 'device'),
    campaign.address_count === 0
      ? null
      : campaign.address_count === 1
        ? 'one address'
        : formatCount(campaign.address_count, 'address', 'addresses'),
  ].filter((part) => part !== null);
  const name = campaign.external_account_id;
  const against =
    accounts === 0 ? '' : ` against ${name === null ? formatCount(accounts, 'account') : `account ${name}`}`;
  const from = sources.length < 2 ? sources.join('') : `${sources.slice(0, -1).join(', ')} and ${sources.at(-1)}`;
  return `${formatCount(events, 'event')}${costlyEvents(campaign)}${against} from ${from}`;
}

/** The form parameters for a rule that the same attack would trigger again, even if it were a fifth smaller. */
export function alertForm(campaign: Pick<Campaign, 'event_count' | 'first_at' | 'last_at'>): Record<string, string> {
  const minutes = Math.ceil((Date.parse(campaign.last_at) - Date.parse(campaign.first_at)) / MINUTE) + 1;
  return { new: 'attack_wave', threshold: String(Math.floor(campaign.event_count * 0.8)), window: String(minutes) };
}
