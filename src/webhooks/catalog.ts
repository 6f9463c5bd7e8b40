// Decides which webhook types an assessment triggers, and whether an endpoint subscribes to a type.
import { SIGNALS } from '../scoring/signals/index.ts';
import { type Decision, type SubscribableType, WEBHOOK_TYPES, type WebhookType } from '../vocabulary/words.ts';

const DECISION_TYPES = {
  allow: 'decision.allow',
  monitor: 'decision.monitor',
  challenge: 'decision.challenge',
  block: 'decision.block',
} as const satisfies Record<Decision, WebhookType>;

/** The signals with a webhook type of their own, in the order of WEBHOOK_TYPES. */
const SIGNAL_TYPES: readonly { code: string; type: WebhookType }[] = WEBHOOK_TYPES.flatMap((type) =>
  SIGNALS.filter(({ webhook }) => webhook === type).map(({ code }) => ({ code, type })),
);

/** Every type that an assessment with this decision and these signals triggers, each once. */
export function assessmentTypes(decision: Decision, signals: readonly { code: string }[]): WebhookType[] {
  const types: WebhookType[] = ['risk.assessment.completed', DECISION_TYPES[decision]];
  for (const { code, type } of SIGNAL_TYPES) {
    if (!types.includes(type) && signals.some((signal) => signal.code === code)) types.push(type);
  }
  return types;
}

/** Whether an endpoint with this list of types subscribes to this type. */
export function isSubscribed(eventTypes: readonly SubscribableType[], type: WebhookType): boolean {
  return eventTypes.includes('*') || (eventTypes as readonly string[]).includes(type);
}
