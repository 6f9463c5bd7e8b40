// The network of an event and of an address: classified, masked in lists, and never enriched.
import Type from 'typebox';
import type { MaskedNetwork } from '../../flows/networks/read-network.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import {
  DECISIONS,
  ENRICHMENT_STATUSES,
  NETWORK_CLASSIFICATIONS,
  type NetworkClassification,
} from '../../vocabulary/words.ts';
import { type BodyOf, closed, fieldsOf, oneOf, time } from './schema.ts';

const reserved = (type: 'string' | 'boolean' | 'integer') =>
  Type.Unsafe<null>({ type, nullable: true, description: 'Reserved: always null, because no provider is configured.' });

const NETWORK_FIELDS = {
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
    decisions: closed(fieldsOf(DECISIONS, Type.Integer())),
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
