// From what happened to the deliveries that are queued with it: one per type and subscribed endpoint.
import type { IdSource } from '../vocabulary/ids.ts';
import type { SubscribableType, WebhookType } from '../vocabulary/words.ts';
import { assessmentTypes, isSubscribed } from './catalog.ts';
import {
  assessmentData,
  type EventFacts,
  envelope,
  type OutcomeFacts,
  outcomeData,
  type TrustFacts,
  testData,
  trustData,
} from './envelope.ts';

/** An active endpoint as far as announcing needs it. */
export interface Subscriber {
  endpointId: string;
  /** Types, or `['*']` for all. */
  eventTypes: readonly SubscribableType[];
}

/** One webhook delivery to queue in the transaction of its cause. */
export interface Announcement {
  /** `wh_evt_…`, one per type and endpoint; the envelope bears it. */
  id: string;
  endpointId: string;
  type: WebhookType;
  /** The event it speaks of, or null. */
  eventId: string | null;
  /** The exact body that will be sent, every time. */
  body: string;
}

/** Makes the id of a delivery; `at` is milliseconds since the epoch. */
export type DeliveryIdSource = (kind: Extract<Parameters<IdSource>[0], 'delivery'>, at: number) => string;

/** What an assessment announces. Costs nothing when nobody subscribes. */
export function announceAssessment(
  facts: EventFacts,
  subscribers: readonly Subscriber[],
  newId: DeliveryIdSource,
  at: number,
): Announcement[] {
  if (subscribers.length === 0) return [];
  const types = assessmentTypes(facts.risk.decision, facts.risk.signals);
  return announce(types, facts.eventId, () => assessmentData(facts), subscribers, newId, at);
}

/** What a new or revised outcome announces. An identical resubmission announces nothing: do not call. */
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

/** What a change of trust announces. A repetition changes nothing: do not call. */
export function announceTrust(
  facts: TrustFacts,
  subscribers: readonly Subscriber[],
  newId: DeliveryIdSource,
  at: number,
): Announcement[] {
  const type = facts.isTrusted ? 'device.trusted' : 'device.trust_revoked';
  return announce([type], null, () => trustData(facts), subscribers, newId, at);
}

/** The one delivery of `POST /v1/webhooks/{id}/test`, whatever the endpoint subscribes to. */
export function announceTest(endpointId: string, newId: DeliveryIdSource, at: number): Announcement {
  const id = newId('delivery', at);
  return { id, endpointId, type: 'webhook.test', eventId: null, body: envelope(id, 'webhook.test', at, testData()) };
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
