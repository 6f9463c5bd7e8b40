// What an event says before anything is read: its device's observation, its network, its keys.
import { hashOpaque, splitSignals } from '../../devices/client-signals.ts';
import type { Address } from '../../devices/network.ts';
import { parseAddress } from '../../devices/network.ts';
import type { Observation } from '../../devices/observation.ts';
import { observe } from '../../devices/observe.ts';
import type { EventKeys } from '../../records/ingest.ts';
import type { Environment } from '../../records/tenants.ts';
import type { EventInput } from './event-input.ts';

export interface ObservedEvent {
  eventKeys: EventKeys;
  observation: Observation;
  /** The parsed address, or null when none was known. */
  address: Address | null;
  /** The user agent the client reported, else its header's. */
  reportedUserAgent: string | null;
  /** Digest of the user agent, for windows. */
  agent: string | null;
  /** Arrival for live events, own time for imported ones. */
  createdAt: number;
  /** The event's own time. */
  at: number;
  client: ReturnType<typeof splitSignals>;
}

/** Pure but for hashing. `now` is the arrival in ms. */
export function observeEvent(environment: Environment, input: EventInput, now: number): ObservedEvent {
  const at = input.occurredAt ?? now;
  const observation = observe({ signals: input.signals, userAgentHeader: input.userAgent });
  const address = input.address === null ? null : parseAddress(input.address);
  // Behind a misconfigured proxy everybody is 10.0.0.1: nothing is keyed by an address that is not public (scoring.md 3.8).
  const network = address !== null && address.classification === 'public' ? address : null;
  const token = input.signals?.session_token;
  const agentText = input.signals?.user_agent;
  const reportedUserAgent = typeof agentText === 'string' ? agentText : input.userAgent;
  return {
    eventKeys: {
      environmentNumber: environment.number,
      at,
      accountKey: input.accountId === null ? null : hashOpaque(input.accountId),
      persistentId: observation.persistentId,
      sessionToken: typeof token === 'string' && token !== '' ? hashOpaque(token) : null,
      fingerprint: observation.fingerprint,
      counterAddress: network?.counterKey ?? null,
      narrowNetwork: network?.narrow ?? null,
      wideNetwork: network?.wide ?? null,
      idempotencyKey: input.idempotency?.key ?? null,
    },
    observation,
    address,
    reportedUserAgent,
    agent: reportedUserAgent === null ? null : hashOpaque(reportedUserAgent),
    createdAt: input.imported === null ? now : at,
    at,
    client: splitSignals(input.signals, hashOpaque),
  };
}
