// The API's responses about policies, webhooks, keys, members and the audit log, derived from the schemas of the service.
// Types only.
import type {
  Condition as ConditionBody,
  EndpointWithSecret,
  Invitation,
  KeyWithText,
  Member as ListedMember,
  Policy as PolicyResponse,
  RuleBody,
} from '../../../src/http/schemas/api-types.ts';

export type {
  Alert,
  AlertChannel,
  AlertRule,
  Attempt,
  AuditEntry,
  Delivery,
  DeliveryWithPayload,
  Integration,
  Quality,
  QualityMeasures,
  Rate,
  Simulation,
  Thresholds,
} from '../../../src/http/schemas/api-types.ts';

/** A stored condition may have any operator; the service validates what the dashboard sends. */
export type Condition = Omit<ConditionBody, 'operator'> & { operator: string };
export type Conditions = { all: Condition[] } | { any: Condition[] };

/** A rule in the editor: with one of the two groups of conditions. */
export type DraftRule = Omit<RuleBody, 'conditions' | 'event_type'> & {
  event_type: string | null;
  conditions: Conditions;
};

/** A valid rule. The schema of a stored rule is loose so that a malformed rule can be displayed. */
export type Rule = DraftRule & { id: string };
export type Policy = Omit<PolicyResponse, 'rules'> & { rules: Rule[] };

type WithOptional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

/** Only the response that creates a resource contains its secret. */
export type WebhookEndpoint = WithOptional<EndpointWithSecret, 'secret'>;
export type ApiKey = WithOptional<KeyWithText, 'key'>;
export type Member = ListedMember & Partial<Pick<Invitation, 'invitation_url' | 'invitation_token'>>;
