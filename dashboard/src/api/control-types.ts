// What the API answers about policy, webhooks, keys, members and the audit log, as the dashboard reads it.
import type { Decision, DeliveryStatus, KeyKind, Role, WebhookType } from '../../../src/vocabulary/words.ts';
import type { RuleName } from './types.ts';

export interface Thresholds {
  allow_max: number;
  monitor_max: number;
  challenge_max: number;
}

export interface Condition {
  field: string;
  operator: string;
  value: unknown;
}

export type Conditions = { all: Condition[] } | { any: Condition[] };

export interface DraftRule {
  name: string;
  event_type: string | null;
  conditions: Conditions;
  action: { decision: Decision };
  priority: number;
}

export interface Rule extends DraftRule {
  id: string;
}

export interface Policy {
  version: number;
  thresholds: Thresholds;
  rules: Rule[];
  updated_at: string;
  updated_by: unknown;
}

export interface Simulation {
  decision: Decision;
  baseline_decision: Decision;
  matched_rule: RuleName | null;
  policy_version: number;
}

/** `count` of `of` with its 95 % interval; null where there is nothing to count. */
export interface Rate {
  value: number | null;
  low: number | null;
  high: number | null;
  count: number;
  of: number;
}

type Rates = Record<'precision' | 'recall' | 'false_positive_rate', Rate>;

export interface QualityMeasures {
  confusion: Record<Decision, Record<string, number>>;
  block: Rates;
  challenge_or_block: Rates;
}

export interface Quality extends QualityMeasures {
  events: number;
  labelled: number;
  coverage: Rate;
  by_policy_version: (QualityMeasures & { policy_version: number })[];
  by_rule: (QualityMeasures & { rule: RuleName })[];
  by_signal: (QualityMeasures & { signal: string })[];
}

export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string | null;
  event_types: (WebhookType | '*')[];
  status: 'active' | 'disabled';
  created_at: string;
  updated_at: string;
  last_success_at: string | null;
  last_failure_at: string | null;
  consecutive_failures: number;
  secret?: string;
}

export interface Attempt {
  id: string;
  number: number;
  started_at: string;
  duration_ms: number | null;
  http_status: number | null;
  error: string | null;
  response_snippet: string | null;
}

export interface Delivery {
  id: string;
  type: WebhookType;
  event_id: string | null;
  status: DeliveryStatus;
  next_attempt_at: string | null;
  created_at?: string;
  attempts: Attempt[];
}

export interface ApiKey {
  id: string;
  kind: KeyKind;
  name: string;
  last_four: string;
  created_at: string;
  last_used_at?: string | null;
  revoked_at?: string | null;
  key?: string;
}

export interface Member {
  id: string;
  email: string;
  role: Role;
  status?: string;
  created_at?: string;
  invitation_url?: string;
  invitation_token?: string;
}

export interface AuditEntry {
  id: string;
  action: string;
  actor?: unknown;
  target?: unknown;
  before: unknown;
  after: unknown;
  created_at: string;
  [name: string]: unknown;
}
