// Creates the webhook deliveries of an event, outcome or trust change: one per type and subscribed endpoint.
import type { IdSource } from '../vocabulary/ids.ts';
import type { AlertWebhookType, KeyKind, SubscribableType, WebhookType } from '../vocabulary/words.ts';
import { assessmentTypes, isSubscribed } from './catalog.ts';
import {
  type AlertFacts,
  alertData,
  assessmentData,
  type EventFacts,
  envelope,
  type OutcomeFacts,
  outcomeData,
  type TrustFacts,
  testData,
  trustData,
} from './envelope.ts';

/** An active endpoint and its subscription. */
export interface Subscriber {
  endpointId: string;
  /** Types, or `['*']` for all. */
  eventTypes: readonly SubscribableType[];
}

/** One webhook delivery, to be queued in the same transaction as its cause. */
export interface Announcement {
  /** `wh_evt_…`, one per type and endpoint; also the `id` of the envelope. */
  id: string;
  endpointId: string;
  type: WebhookType;
  /** The event it reports on, or null. */
  eventId: string | null;
  /** The exact body that every attempt sends. */
  body: string;
  /** The trace context of the request that caused it; every attempt sends it on. */
  traceparent?: string | null;
  /** False for an event under the public key, which anyone can send: the deliveries of others are sent first. Default true. */
  isReported?: boolean;
}

/** The trace of the request that causes deliveries, when it has one. */
export type Trace = Pick<Announcement, 'traceparent'>;

/** Creates the id of a delivery; `at` is milliseconds since the epoch. */
export type DeliveryIdSource = (kind: Extract<Parameters<IdSource>[0], 'delivery'>, at: number) => string;

/** The deliveries of the assessment of an event that came with this kind of key. Costs nothing without subscribers. */
export function announceAssessment(
  facts: EventFacts,
  credential: KeyKind,
  subscribers: readonly Subscriber[],
  newId: DeliveryIdSource,
  at: number,
): Announcement[] {
  if (subscribers.length === 0) return [];
  const types = assessmentTypes(facts.risk.decision, facts.risk.signals);
  const isReported = credential === 'secret';
  const announcements = announce(types, facts.eventId, () => assessmentData(facts), subscribers, newId, at);
  return announcements.map((announcement) => ({ ...announcement, isReported }));
}

/** The same deliveries within the caller's trace, when there is one. */
export function traced(announcements: Announcement[], { traceparent }: Trace): Announcement[] {
  return traceparent ? announcements.map((announcement) => ({ ...announcement, traceparent })) : announcements;
}

/** The deliveries of a new or revised outcome. Do not call for an identical resubmission, which sends nothing. */
export function announceOutcome(
  type: 'outcome.created' | 'outcome.updated',
  facts: EventFacts,
  outcome: OutcomeFacts,
  subscribers: readonly Subscriber[],
  newId: DeliveryIdSource,
  at: number,
): Announcement[] {
  return announce([type], facts.eventId, () => outcomeData(facts, outcome), subscribers, newId, at);
}

/** The deliveries of a trust change. Do not call when the trust stays the same, which sends nothing. */
export function announceTrust(
  facts: TrustFacts,
  subscribers: readonly Subscriber[],
  newId: DeliveryIdSource,
  at: number,
): Announcement[] {
  const type = facts.isTrusted ? 'device.trusted' : 'device.trust_revoked';
  return announce([type], null, () => trustData(facts), subscribers, newId, at);
}

/** The delivery of `POST /v1/webhooks/{id}/test`, regardless of the endpoint's subscription. */
export function announceTest(endpointId: string, newId: DeliveryIdSource, at: number): Announcement {
  const id = newId('delivery', at);
  return { id, endpointId, type: 'webhook.test', eventId: null, body: envelope(id, 'webhook.test', at, testData()) };
}

/** The delivery of an alert to an endpoint that its rule names, regardless of the endpoint's subscription. */
export function announceAlert(
  type: AlertWebhookType,
  facts: AlertFacts,
  endpointId: string,
  id: string,
  at: number,
): Announcement {
  return { id, endpointId, type, eventId: null, body: envelope(id, type, at, alertData(facts)) };
}

function announce(
  types: readonly WebhookType[],
  eventId: string | null,
  makeData: () => string,
  subscribers: readonly Subscriber[],
  newId: DeliveryIdSource,
  at: number,
): Announcement[] {
  const announcements: Announcement[] = [];
  let data: string | undefined;
  for (const { endpointId, eventTypes } of subscribers) {
    for (const type of types) {
      if (!isSubscribed(eventTypes, type)) continue;
      data ??= makeData();
      const id = newId('delivery', at);
      announcements.push({ id, endpointId, type, eventId, body: envelope(id, type, at, data) });
    }
  }
  return announcements;
}
