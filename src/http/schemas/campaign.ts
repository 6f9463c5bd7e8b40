// Campaigns: groups of challenged and blocked events that belong together.
import Type from 'typebox';
import { CAMPAIGN_KINDS } from '../../flows/campaigns/group-events.ts';
import type { CampaignDetail } from '../../flows/campaigns/list-campaigns.ts';
import type { NamedCampaign } from '../../flows/campaigns/name-account.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { DECISIONS } from '../../vocabulary/words.ts';
import { type BodyOf, closed, count, countsOf, nullable, oneOf, time } from './schema.ts';

const FIELDS = {
  id: Type.String({
    description:
      'Prefix cmp_ and the number of the first event. The number of any event of the campaign identifies it, too.',
  }),
  kind: oneOf(CAMPAIGN_KINDS, {
    description:
      'What connects the events: a device, fingerprint or address (`source`), attempts on one account from changing ' +
      'sources (`account`), or an attack pattern from sources that are hardly ever seen twice, each within four hours of the previous one: ' +
      'failed logins that each try another account (`stuffing`) or card testing (`card_testing`). `single` is one event.',
  }),
  first_at: time('When the first event was received.'),
  last_at: time(),
  event_count: count('Challenged and blocked events.'),
  labeled_count: count('Events whose current outcome has a label.'),
  account_count: count(),
  external_account_id: nullable(Type.String(), { description: 'The account, if all events concern one.' }),
  device_count: count(),
  address_count: count('Distinct public addresses; an IPv6 network of 64 bits counts as one.'),
  fingerprint_count: count(),
  max_score: Type.Integer({ minimum: 0, examples: [95] }),
  decisions: countsOf(DECISIONS, 'block'),
  event_types: Type.Array(closed({ event_type: Type.String({ examples: ['login_failed'] }), count: count() })),
};

export const CampaignSchema = closed(FIELDS, {
  $id: 'Campaign',
  description: 'Challenged and blocked events that belong together.',
});

export function campaignBody(campaign: NamedCampaign): BodyOf<typeof CampaignSchema> {
  return {
    id: campaign.id,
    kind: campaign.kind,
    first_at: isoTime(campaign.firstAt),
    last_at: isoTime(campaign.lastAt),
    event_count: campaign.eventCount,
    labeled_count: campaign.labeledCount,
    account_count: campaign.accountCount,
    external_account_id: campaign.account,
    device_count: campaign.deviceCount,
    address_count: campaign.addressCount,
    fingerprint_count: campaign.fingerprintCount,
    max_score: campaign.maxScore,
    decisions: campaign.decisions,
    event_types: campaign.types.map(({ type, count: number }) => ({ event_type: type, count: number })),
  };
}

export const CampaignDetailSchema = closed(
  {
    ...FIELDS,
    account_ids: Type.Array(Type.String(), { description: 'External ids, at most 100.', examples: [['u_1']] }),
    entered_account_ids: Type.Array(Type.String(), {
      description:
        'External ids, at most 100, of the accounts with a challenged or blocked event that reports a successful login: the password was correct. ' +
        'If the server reports logins, those under a public key do not count.',
      examples: [[]],
    }),
    entered_account_count: Type.Integer({ minimum: 0, examples: [0] }),
    event_ids: Type.Array(Type.String(), { description: 'Every event of the campaign, oldest first.' }),
    let_through_ids: Type.Array(Type.String(), {
      description: 'Allowed and monitored events with a device or fingerprint of the campaign, at most 1,000.',
    }),
  },
  { $id: 'CampaignDetail', description: 'A campaign with the ids of its events.' },
);

export function campaignDetailBody(campaign: CampaignDetail): BodyOf<typeof CampaignDetailSchema> {
  return {
    ...campaignBody({ ...campaign, account: campaign.accountCount === 1 ? (campaign.accounts[0] ?? null) : null }),
    account_ids: campaign.accounts,
    entered_account_ids: campaign.enteredAccounts,
    entered_account_count: campaign.enteredAccountCount,
    event_ids: campaign.events.map(({ id }) => id),
    let_through_ids: campaign.letThrough,
  };
}
