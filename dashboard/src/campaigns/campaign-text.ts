// A campaign in words: what connects its events and how large it is. Pure.
import type { Campaign } from '../api/types.ts';
import { count } from '../components/wording.ts';

export const KIND_TEXT: Record<Campaign['kind'], { name: string; meaning: string }> = {
  source: {
    name: 'Shared source',
    meaning: 'Its events follow each other on a shared device, fingerprint or address.',
  },
  account: {
    name: 'One account attacked',
    meaning: 'Its events are attempts on one account from changing sources.',
  },
  wave: {
    name: 'Attack wave',
    meaning:
      'Its sources were seen hardly twice. What connects them is the time: the environment was under an unusual number of failures. A few honest mistakes of that time may be among them.',
  },
  single: { name: 'Single event', meaning: 'No other challenged or blocked event belongs to it.' },
};

/** `340 events against 72 accounts from one fingerprint and 12 addresses`. */
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
  const against = accounts === 0 ? '' : ` against ${count(accounts, 'account')}`;
  const from = sources.length < 2 ? sources.join('') : `${sources.slice(0, -1).join(', ')} and ${sources.at(-1)}`;
  return `${count(events, 'event')}${against} from ${from}`;
}
