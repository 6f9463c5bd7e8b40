// What the API answers about events, devices and networks, as the dashboard reads it. Words come from the service's lists.
import type {
  AuthenticationOutcome,
  Decision,
  EnvironmentKind,
  Evaluation,
  Label,
  Level,
  NetworkClassification,
  PublicRisk,
  ResolutionMethod,
} from '../../../src/vocabulary/words.ts';

export interface One<T> {
  data: T;
}

export interface List<T> {
  data: T[];
  links: { first: string | null; prev: string | null; next: string | null };
  meta: { limit: number; next_cursor: string | null; prev_cursor: string | null };
}

export interface Environment {
  id: string;
  name: string;
  kind: EnvironmentKind;
  allowed_origins: string[];
  public_risk: PublicRisk;
  retention_days: number | null;
  created_at: string;
}

export type Scalar = string | number | boolean | null;

export interface Signal {
  code: string;
  weight: number;
  description: string;
}

export interface SignalWithEvidence extends Signal {
  metadata: Record<string, Scalar>;
}

export interface RuleName {
  id: string;
  name: string;
}

export interface Outcome {
  id: string;
  event_id: string;
  label: Label | null;
  authentication_outcome: AuthenticationOutcome | null;
  reason: string | null;
  metadata: Record<string, string | number | boolean> | null;
  submitted_by: { type: 'secret_key' | 'user'; id: string; name: string | null };
  submitted_at: string;
  is_current: boolean;
  decision: Decision;
  evaluation: Evaluation;
}

export interface EventItem {
  id: string;
  event_type: string;
  external_account_id: string | null;
  ip_masked: string | null;
  device: { id: string; is_trusted: boolean };
  session: { id: string };
  risk: { score: number; level: Level; decision: Decision; signals: { code: string }[] };
  evaluation: Evaluation;
  created_at: string;
}

export interface Change {
  signal: string;
  from: string;
  to: string;
}

export interface ResolutionFacts {
  method: ResolutionMethod;
  confidence: number;
  candidate_count: number;
  reason: string;
  matched_signals: string[];
  changed_signals: Change[];
  conflicting_signals: (Change & { severity?: 'hard' | 'soft' })[];
  unknown_signals: string[];
}

export interface Resolution extends ResolutionFacts {
  id: string;
  event_id: string;
  created_at: string;
}

export interface EventDetail {
  id: string;
  event_type: string;
  external_account_id: string | null;
  ip_address: string | null;
  created_at: string;
  occurred_at: string;
  device: { id: string; is_trusted: boolean; first_seen_at: string; last_seen_at: string };
  session: { id: string; event_count: number; started_at: string; last_seen_at: string };
  resolution: ResolutionFacts;
  network: { classification: NetworkClassification; enrichment_status: string } & Record<string, Scalar>;
  automation: { score: number; webdriver: boolean; headless_hint: boolean; runtime_inconsistency: boolean };
  risk: {
    id: string;
    score: number;
    level: Level;
    decision: Decision;
    default_decision: Decision;
    policy_version: number;
    matched_rule: RuleName | null;
    forced?: boolean;
    signals: SignalWithEvidence[];
  };
  outcome: Outcome | null;
}

export interface AssessmentItem {
  id: string;
  event_id: string;
  event_type: string;
  score: number;
  level: Level;
  default_decision: Decision;
  decision: Decision;
  policy_version: number;
  matched_rule: RuleName | null;
  signals: Signal[];
  evaluation: Evaluation;
  created_at: string;
}

/** The assessment of an event with what the policy in force would say of it. */
export interface ComparedAssessment extends AssessmentItem {
  as_of_today:
    | (Pick<AssessmentItem, 'policy_version' | 'default_decision' | 'matched_rule' | 'decision'> & { changed: boolean })
    | null;
}

export interface Device {
  id: string;
  is_trusted: boolean;
  trusted_at: string | null;
  first_seen_at: string;
  last_seen_at: string;
  event_count: number;
  account_count: number;
  summary: string;
}

export interface AccountDevice extends Device {
  first_used_at: string;
  last_used_at: string;
}

export interface DeviceAccount {
  /** Null after the account was erased. */
  external_account_id: string | null;
  event_count: number;
  first_seen_at: string;
  last_seen_at: string;
}

/** One value of a device's profile; the times are null while it is the value the device came with. */
export interface Trait {
  signal: string;
  value: unknown;
  first_changed_at: string | null;
  last_changed_at: string | null;
}

export interface DeviceComparison {
  signals: {
    signal: string;
    verdict: 'agree' | 'differ' | 'unknown';
    bits: number;
    hard: boolean;
    one: string;
    other: string;
  }[];
  bits: number;
  hard: boolean;
}

export interface NetworkRow {
  ip_masked: string;
  classification: NetworkClassification;
  enrichment_status: string;
  event_count: number;
  account_count: number;
  device_count: number;
  decisions: Record<Decision, number>;
  first_seen_at: string;
  last_seen_at: string;
}

export interface Overview {
  date: string;
  events: number;
  by_event_type: Record<string, number>;
  by_decision: Record<Decision, number>;
  by_level: Record<Level, number>;
  by_evaluation: Record<Evaluation, number>;
  top_signals: { code: string; count: number }[];
  new_devices: number;
  active_devices: number;
  active_accounts: number;
  distinct_ips: number;
  outcomes: number;
  webhooks: { delivered: number; retrying: number; failed: number };
  hours: ({ hour: number | string; events: number } & Record<Decision, number>)[];
}
