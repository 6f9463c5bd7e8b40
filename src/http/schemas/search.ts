// Search results, by kind.
import Type from 'typebox';
import type { DescribedHit, SearchResult } from '../../flows/search/search.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { ID_PREFIXES } from '../../vocabulary/ids.ts';
import { NetworkSchema, networkItem } from './network.ts';
import { type BodyOf, closed, named, nullable, time } from './schema.ts';

const text = (options: { examples?: string[] } = {}) => nullable(Type.String(), options);
const hit = (prefix: string) => ({ id: Type.String({ description: `Prefix ${prefix}_.` }), at: time() });

export const SearchSchema = closed(
  {
    events: Type.Array(closed({ ...hit(ID_PREFIXES.event), event_type: text(), external_account_id: text() }), {
      description: 'By the beginning of an event, assessment or resolution id; `at` is when the event was received.',
    }),
    devices: Type.Array(closed({ ...hit(ID_PREFIXES.device), summary: text() }), {
      description: '`at` is when it was last seen.',
    }),
    sessions: Type.Array(closed({ ...hit(ID_PREFIXES.session), device_id: text(), external_account_id: text() }), {
      description: '`at` is when it started.',
    }),
    deliveries: Type.Array(
      closed({ ...hit(ID_PREFIXES.delivery), type: text({ examples: ['decision.allow'] }), endpoint_id: text() }),
      {
        description: '`at` is when it was queued.',
      },
    ),
    accounts: Type.Array(closed({ external_account_id: Type.String() }), {
      description: 'By the beginning of the id.',
    }),
    networks: Type.Array(named(NetworkSchema), {
      description: 'By a complete address, or by a masked one, the last seen first.',
    }),
  },
  { $id: 'SearchResult', description: 'Up to ten hits of each kind.' },
);

export function searchBody(result: SearchResult): BodyOf<typeof SearchSchema> {
  const common = ({ id, at }: DescribedHit) => ({ id, at: isoTime(at) });
  return {
    events: result.events.map((hit) => ({
      ...common(hit),
      event_type: hit.type,
      external_account_id: hit.externalAccountId,
    })),
    devices: result.devices.map((hit) => ({ ...common(hit), summary: hit.summary })),
    sessions: result.sessions.map((hit) => ({
      ...common(hit),
      device_id: hit.related,
      external_account_id: hit.externalAccountId,
    })),
    deliveries: result.deliveries.map((hit) => ({ ...common(hit), type: hit.type, endpoint_id: hit.related })),
    accounts: result.accounts.map((id) => ({ external_account_id: id })),
    networks: result.networks.map(networkItem),
  };
}
