// The examples of webhook bodies: each shows an event that fires its type.
import type { WebhookType } from '../../vocabulary/words.ts';

/** The example that the schema of a type yields. */
export interface WebhookEnvelope {
  data: object;
}

const signal = (code: string, weight: number, description: string) => ({ code, weight, description });
const NEW_DEVICE = signal('NEW_DEVICE', 20, 'The device has never been seen before.');
const NEW_NETWORK = signal('NEW_NETWORK', 10, 'The account has never proven this network, only 2 networks near it.');
const UNRECOGNIZED = signal(
  'UNRECOGNIZED_CONTEXT',
  20,
  'In 11 days and 9 confirmed logins, the account has proven neither this device nor this network.',
);
const BRUTE_FORCE = signal(
  'BRUTE_FORCE_SUSPECTED',
  39,
  '5 failed logins on this account from this source within 10 minutes (threshold 5).',
);
const STUFFING = signal(
  'CREDENTIAL_STUFFING_SUSPECTED',
  75,
  '8 accounts failed from this fingerprint within 1 hour; none logged in from a recognized source.',
);
const AUTOMATION = signal(
  'AUTOMATION_SUSPECTED',
  50,
  'The browser shows a WebDriver-controlled browser (automation score 70).',
);

const STUFFED = { score: 95, level: 'critical', decision: 'block', signals: [NEW_DEVICE, STUFFING] };

/** What the example shows instead of the allowed login on a new device that all schemas share. */
const DATA: { readonly [T in WebhookType]?: object } = {
  'decision.monitor': {
    risk: { score: 30, level: 'medium', decision: 'monitor', signals: [NEW_DEVICE, NEW_NETWORK] },
  },
  'decision.challenge': {
    risk: { score: 50, level: 'high', decision: 'challenge', signals: [NEW_DEVICE, NEW_NETWORK, UNRECOGNIZED] },
  },
  'decision.block': { risk: STUFFED },
  'security.credential_stuffing': { risk: STUFFED },
  'security.brute_force': {
    risk: { score: 69, level: 'high', decision: 'challenge', signals: [NEW_DEVICE, NEW_NETWORK, BRUTE_FORCE] },
  },
  'security.automation_suspected': {
    risk: { score: 70, level: 'high', decision: 'challenge', signals: [NEW_DEVICE, AUTOMATION] },
  },
  'device.trusted': { is_trusted: true },
};

export function webhookExample(type: WebhookType, envelope: WebhookEnvelope): object {
  const data = { ...envelope.data, ...DATA[type] };
  if (type !== 'alert.opened') return { ...envelope, data };
  const { alert } = data as { alert?: object };
  return { ...envelope, data: { ...data, alert: { ...alert, resolved_at: null } } };
}
