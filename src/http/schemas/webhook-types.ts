// What each webhook type reports: the texts of the API reference and of docs/webhooks.md.
import type { WebhookType } from '../../vocabulary/words.ts';

interface WebhookTypeText {
  /** The occasion on which it is sent, as a phrase. */
  when: string;
  /** What its `data` contains. */
  data: string;
}

const ASSESSMENT = '`event_id`, `event_type`, `device_id`, `risk`';
const OUTCOME = `${ASSESSMENT}, \`outcome\` without \`reason\` and \`metadata\``;
const TRUST = '`device_id`, `is_trusted`, `changed_at`; `event_id`, `event_type` and `risk` are null';
const ALERT = '`alert`; `event_id`, `event_type`, `device_id` and `risk` are null';

export const WEBHOOK_TYPE_TEXTS: Readonly<Record<WebhookType, WebhookTypeText>> = {
  'risk.assessment.completed': { when: 'an event was assessed', data: ASSESSMENT },
  'decision.allow': { when: 'an event got the decision allow', data: ASSESSMENT },
  'decision.monitor': { when: 'an event got the decision monitor', data: ASSESSMENT },
  'decision.challenge': { when: 'an event got the decision challenge', data: ASSESSMENT },
  'decision.block': { when: 'an event got the decision block', data: ASSESSMENT },
  'device.new': { when: 'the signal NEW_DEVICE fired', data: ASSESSMENT },
  'security.credential_stuffing': { when: 'the signal CREDENTIAL_STUFFING_SUSPECTED fired', data: ASSESSMENT },
  'security.brute_force': { when: 'the signal BRUTE_FORCE_SUSPECTED fired', data: ASSESSMENT },
  'security.automation_suspected': { when: 'the signal AUTOMATION_SUSPECTED fired', data: ASSESSMENT },
  'device.trusted': { when: 'a member trusted a device', data: TRUST },
  'device.trust_revoked': { when: 'a member revoked the trust of a device', data: TRUST },
  'outcome.created': { when: 'an outcome was recorded for an event', data: OUTCOME },
  'outcome.updated': {
    when: 'a different outcome replaced the current one; an identical one sends nothing',
    data: OUTCOME,
  },
  'webhook.test': {
    when: 'a test was requested; sent to the named endpoint, whatever it subscribes to',
    data: `${ASSESSMENT} with sample values, and \`test: true\``,
  },
  'alert.opened': {
    when: 'an alert opened; sent to the endpoints that its rule names, whatever they subscribe to',
    data: ALERT,
  },
  'alert.resolved': { when: 'an alert that was sent to the endpoint has ended', data: ALERT },
};
