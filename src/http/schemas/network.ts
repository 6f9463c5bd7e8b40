// The network of an event and of an address: classified, masked in lists, and never enriched.
import Type from 'typebox';
import type { MaskedNetwork } from '../../flows/networks/read-network.ts';
import type { NetworkActivity } from '../../flows/networks/read-network-activity.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import {
  DECISIONS,
  ENRICHMENT_STATUSES,
  NETWORK_CLASSIFICATIONS,
  type NetworkClassification,
} from '../../vocabulary/words.ts';
import { MAX_EVENTS } from './activity-limit-texts.ts';
import { type BodyOf, closed, count, countsOf, isoTimeOrNull, nullable, oneOf, time } from './schema.ts';

const reserved = (type: 'string' | 'boolean' | 'integer') =>
  Type.Unsafe<null>({
    type,
    nullable: true,
    description: 'Reserved: always null, because no provider is configured.',
    examples: [null],
  });

const NETWORK_FIELDS = {
  classification: oneOf(NETWORK_CLASSIFICATIONS, { examples: ['documentation'] }),
  enrichment_status: oneOf(ENRICHMENT_STATUSES),
  country_code: reserved('string'),
  asn: reserved('integer'),
  organization: reserved('string'),
  is_vpn: reserved('boolean'),
  is_proxy: reserved('boolean'),
  is_tor: reserved('boolean'),
  is_hosting: reserved('boolean'),
};
export const EventNetworkSchema = closed(NETWORK_FIELDS);

/** Nothing is guessed: the service queries no provider. */
export function networkBody(classification: NetworkClassification): BodyOf<typeof EventNetworkSchema> {
  return {
    classification,
    enrichment_status: ENRICHMENT_STATUSES[0],
    country_code: null,
    asn: null,
    organization: null,
    is_vpn: null,
    is_proxy: null,
    is_tor: null,
    is_hosting: null,
  };
}

export const NetworkSchema = closed(
  {
    id: Type.String({ description: 'Prefix net_. Says nothing about the address; events filter by it.' }),
    ip_masked: Type.String({ description: 'The address with its last part replaced by xxx.' }),
    ...NETWORK_FIELDS,
    event_count: Type.Integer(),
    account_count: Type.Integer(),
    device_count: Type.Integer(),
    decisions: countsOf(DECISIONS, 'allow'),
    first_seen_at: time(),
    last_seen_at: time(),
  },
  { $id: 'Network', description: 'Activity of one address.' },
);

export function networkItem(row: MaskedNetwork): BodyOf<typeof NetworkSchema> {
  return {
    id: row.id,
    ip_masked: row.maskedAddress,
    ...networkBody(row.classification),
    event_count: row.eventCount,
    account_count: row.accountCount,
    device_count: row.deviceCount,
    decisions: row.decisions,
    first_seen_at: isoTime(row.firstSeenAt),
    last_seen_at: isoTime(row.lastSeenAt),
  };
}

export const NetworkActivitySchema = closed(
  {
    event_count: count(`Events that were read: the newest ${MAX_EVENTS} of the address.`),
    complete_since: nullable(time(), {
      description: 'All events since this time were read; null when all were.',
      examples: [null],
    }),
    hours: Type.Array(closed({ hour: time('Its start.'), decisions: countsOf(DECISIONS, 'allow') }), {
      description: 'Hours with events, oldest first.',
    }),
    proven_in: Type.String({
      description: 'The /24 or /48 of the address, in which proofs are counted.',
      examples: ['203.0.113.0/24'],
    }),
    account_count: count(),
    proven_account_count: count('Accounts that have proven this network.'),
    accounts: Type.Array(
      closed({
        external_account_id: nullable(Type.String(), { description: 'Null after the account was erased.' }),
        event_count: count('Events at the address.'),
        stopped_count: count('Those that were challenged or blocked.'),
        succeeded_count: count('Logins, signups and second factors that were let through.'),
        first_seen_at: time(),
        last_seen_at: time(),
        first_proof_at: nullable(time(), { description: 'When the account first proved this network.' }),
      }),
      {
        description:
          'At most 100: first those with the most events that the server reported, then those with the most events.',
      },
    ),
  },
  { $id: 'NetworkActivity', description: 'What happened at one address, from its newest events.' },
);

export function networkActivityBody(activity: NetworkActivity): BodyOf<typeof NetworkActivitySchema> {
  return {
    event_count: activity.eventCount,
    complete_since: isoTimeOrNull(activity.completeSince),
    hours: activity.hours.map(({ at, decisions }) => ({ hour: isoTime(at), decisions })),
    proven_in: activity.provenIn,
    account_count: activity.accountCount,
    proven_account_count: activity.provenAccountCount,
    accounts: activity.accounts.map((account) => ({
      external_account_id: account.externalId,
      event_count: account.eventCount,
      stopped_count: account.stoppedCount,
      succeeded_count: account.succeededCount,
      first_seen_at: isoTime(account.firstSeenAt),
      last_seen_at: isoTime(account.lastSeenAt),
      first_proof_at: isoTimeOrNull(account.firstProofAt),
    })),
  };
}
