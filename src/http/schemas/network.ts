// The network of an event and of an address: classified, masked in lists, and never enriched (specification 2.2, 2.3).
import Type from 'typebox';
import type { MaskedNetwork } from '../../flows/overview/read-overview.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { DECISIONS, ENRICHMENT_STATUSES, NETWORK_CLASSIFICATIONS } from '../../vocabulary/words.ts';
import { closed, oneOf, time } from './schema.ts';

const reserved = (type: 'string' | 'boolean' | 'integer') =>
  Type.Unsafe<null>({ type, nullable: true, description: 'Reserved; no provider is bound, so always null.' });

export const NETWORK_FIELDS = {
  classification: oneOf(NETWORK_CLASSIFICATIONS),
  enrichment_status: oneOf(ENRICHMENT_STATUSES),
  country_code: reserved('string'),
  asn: reserved('integer'),
  organization: reserved('string'),
  is_vpn: reserved('boolean'),
  is_proxy: reserved('boolean'),
  is_tor: reserved('boolean'),
  is_hosting: reserved('boolean'),
};

/** Never guessed: no provider is asked. */
export function networkBody(classification: string) {
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
    ip_masked: Type.String({ description: 'The final part is replaced by xxx.' }),
    ...NETWORK_FIELDS,
    event_count: Type.Integer(),
    account_count: Type.Integer(),
    device_count: Type.Integer(),
    decisions: closed(Object.fromEntries(DECISIONS.map((decision) => [decision, Type.Integer()]))),
    first_seen_at: time(),
    last_seen_at: time(),
  },
  { $id: 'Network', description: 'What is known of one address.' },
);

export function networkItem(row: MaskedNetwork) {
  return {
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
