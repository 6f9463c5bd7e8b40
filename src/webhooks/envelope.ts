// Builds the body of a webhook once, as exact text, because every retry must send the same bytes.
import type { AlertKind } from '../vocabulary/alerts.ts';
import { isoTime } from '../vocabulary/clock.ts';
import type { AuthenticationOutcome, Decision, Evaluation, Label, Level, WebhookType } from '../vocabulary/words.ts';

/** Version of the envelope's shape, as a date. */
export const API_VERSION = '2026-11-01';

/** The public part of an assessment: no evidence, no address, no credential. */
export interface RiskFacts {
  score: number;
  level: Level;
  decision: Decision;
  signals: readonly { code: string; weight: number; description: string }[];
}

/** The event that a webhook reports on. */
export interface EventFacts {
  eventId: string;
  eventType: string;
  deviceId: string;
  risk: RiskFacts;
}

/** A change of a device's trust. */
export interface TrustFacts {
  deviceId: string;
  isTrusted: boolean;
  changedAt: number;
}

/** An outcome without its free-form fields: reason and metadata are never sent. */
export interface OutcomeFacts {
  id: string;
  label: Label | null;
  authenticationOutcome: AuthenticationOutcome | null;
  submittedBy: { type: 'secret_key' | 'user'; id: string; name: string | null };
  submittedAt: number;
  isCurrent: boolean;
  decision: Decision;
  evaluation: Evaluation;
}

/** An alert; texts are plain, without ids of accounts. */
export interface AlertFacts {
  id: string;
  ruleId: string;
  ruleName: string;
  kind: AlertKind;
  what: string;
  value: number;
  threshold: number;
  since: number;
  openedAt: number;
  resolvedAt: number | null;
  /** Where to look. */
  url: string;
}

/** The whole body. `data` is JSON text that all deliveries of one cause share. */
export function envelope(id: string, type: WebhookType, createdAt: number, data: string): string {
  const created = isoTime(createdAt);
  return `{"id":"${id}","type":"${type}","created_at":"${created}","api_version":"${API_VERSION}","data":${data}}`;
}

/** `data` of every type that an assessment triggers. */
export function assessmentData(facts: EventFacts): string {
  return JSON.stringify(eventFields(facts));
}

/** `data` of `outcome.created` and `outcome.updated`. */
export function outcomeData(facts: EventFacts, outcome: OutcomeFacts): string {
  return JSON.stringify({
    ...eventFields(facts),
    outcome: {
      id: outcome.id,
      event_id: facts.eventId,
      label: outcome.label,
      authentication_outcome: outcome.authenticationOutcome,
      submitted_by: {
        type: outcome.submittedBy.type,
        id: outcome.submittedBy.id,
        name: outcome.submittedBy.name,
      },
      submitted_at: isoTime(outcome.submittedAt),
      is_current: outcome.isCurrent,
      decision: outcome.decision,
      evaluation: outcome.evaluation,
    },
  });
}

/** `data` of `device.trusted` and `device.trust_revoked`: no event caused it, so the fields of an event are null. */
export function trustData(facts: TrustFacts): string {
  return JSON.stringify({
    event_id: null,
    event_type: null,
    device_id: facts.deviceId,
    risk: null,
    is_trusted: facts.isTrusted,
    changed_at: isoTime(facts.changedAt),
  });
}

/** `data` of `alert.opened` and `alert.resolved`: no single event caused it, so the fields of an event are null. */
export function alertData(facts: AlertFacts): string {
  return JSON.stringify({
    event_id: null,
    event_type: null,
    device_id: null,
    risk: null,
    alert: {
      id: facts.id,
      rule_id: facts.ruleId,
      rule_name: facts.ruleName,
      kind: facts.kind,
      what: facts.what,
      value: facts.value,
      threshold: facts.threshold,
      since: isoTime(facts.since),
      opened_at: isoTime(facts.openedAt),
      resolved_at: facts.resolvedAt === null ? null : isoTime(facts.resolvedAt),
      url: facts.url,
    },
  });
}

/** `data` of `webhook.test`: the fields of an assessment with sample values and ids of nothing that exists. */
export function testData(): string {
  return JSON.stringify({ ...eventFields(SAMPLE), test: true });
}

function eventFields(facts: EventFacts) {
  const { score, level, decision, signals } = facts.risk;
  return {
    event_id: facts.eventId,
    event_type: facts.eventType,
    device_id: facts.deviceId,
    // Each field is listed, so that a signal's evidence is never sent.
    risk: {
      score,
      level,
      decision,
      signals: signals.map(({ code, weight, description }) => ({ code, weight, description })),
    },
  };
}

const SAMPLE: EventFacts = {
  eventId: 'evt_00000000000000000000000000',
  eventType: 'login',
  deviceId: 'dev_00000000000000000000000000',
  risk: {
    score: 20,
    level: 'low',
    decision: 'allow',
    signals: [{ code: 'NEW_DEVICE', weight: 20, description: 'Sample: the device was not seen before.' }],
  },
};
