// Which webhook types exist, which of them one assessment fires, and who asked for them (specification 6.1).
import type { Decision, SubscribableType, WebhookType } from '../vocabulary/words.ts';

const DECISION_TYPES = {
  allow: 'decision.allow',
  monitor: 'decision.monitor',
  challenge: 'decision.challenge',
  block: 'decision.block',
} as const satisfies Record<Decision, WebhookType>;

/** The signals that are announced under a type of their own, in the order of the specification. */
const SIGNAL_TYPES: readonly (readonly [code: string, type: WebhookType])[] = [
  ['NEW_DEVICE', 'device.new'],
  ['CREDENTIAL_STUFFING_SUSPECTED', 'security.credential_stuffing'],
  ['BRUTE_FORCE_SUSPECTED', 'security.brute_force'],
  ['AUTOMATION_SUSPECTED', 'security.automation_suspected'],
];

/** Every type that an assessment with this decision and these signals fires, each once. */
export function assessmentTypes(decision: Decision, signals: readonly { code: string }[]): WebhookType[] {
  const types: WebhookType[] = ['risk.assessment.completed', DECISION_TYPES[decision]];
  for (const [code, type] of SIGNAL_TYPES) {
    if (signals.some((signal) => signal.code === code)) types.push(type);
  }
  return types;
}

/** Whether an endpoint with this list of types wants this one. */
export function isSubscribed(eventTypes: readonly SubscribableType[], type: WebhookType): boolean {
  return eventTypes.includes('*') || eventTypes.includes(type);
}
