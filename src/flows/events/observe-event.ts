// Derives everything that follows from the event alone, before storage is read: device observation, network and keys.
import { type StoredSignals, splitSignals } from '../../devices/client-signals.ts';
import { accountKeyOf, digest } from '../../devices/digest.ts';
import type { Address } from '../../devices/network.ts';
import { parseAddress } from '../../devices/network.ts';
import type { Observation } from '../../devices/observation.ts';
import { observe } from '../../devices/observe.ts';
import { readToken } from '../../devices/signal-values.ts';
import type { EventKeys } from '../../records/ingest.ts';
import type { Environment } from '../../records/tenants.ts';
import { scoredType } from '../../vocabulary/event-types.ts';
import type { EventInput } from './event-input.ts';

export interface ObservedEvent {
  /** The event type as scoring reads it: a word of the catalog if one is close. */
  type: string;
  eventKeys: EventKeys;
  observation: Observation;
  /** The parsed address, or null when it is unknown. */
  address: Address | null;
  /** Digest of the user agent among the client's signals, or else of its User-Agent header; for windows. */
  agent: string | null;
  /** When the event arrived; for imported events, when it occurred. */
  createdAt: number;
  /** When the event occurred. */
  at: number;
  client: StoredSignals;
}

/** Pure. `now` is the arrival time, ms. */
export function observeEvent(environment: Environment, input: EventInput, now: number): ObservedEvent {
  const at = input.occurredAt ?? now;
  const observation = observe({ signals: input.signals, userAgentHeader: input.userAgent });
  const address = input.address === null ? null : parseAddress(input.address);
  // Behind a misconfigured proxy all clients have the address 10.0.0.1, so only public addresses are used as keys.
  const network = address !== null && address.classification === 'public' ? address : null;
  const token = readToken(input.signals?.session_token);
  const reported = input.signals?.user_agent;
  const agent = typeof reported === 'string' ? reported : input.userAgent;
  return {
    type: scoredType(input.type),
    eventKeys: {
      environmentNumber: environment.number,
      at,
      accountKey: input.accountId === null ? null : accountKeyOf(input.accountId),
      persistentId: observation.persistentId,
      sessionToken: token === null ? null : digest(token),
      fingerprint: observation.fingerprint,
      counterAddress: network?.counterKey ?? null,
      narrowNetwork: network?.narrow ?? null,
      wideNetwork: network?.wide ?? null,
      idempotencyKey: input.idempotency?.key ?? null,
    },
    observation,
    address,
    agent: agent === null ? null : digest(agent),
    createdAt: input.imported === null ? now : at,
    at,
    client: splitSignals(input.signals),
  };
}
