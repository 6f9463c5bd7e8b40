// Builds one example for a schema of the OpenAPI document: from its own examples and words, else from the names of its fields.

/** The parts of a JSON Schema that an example depends on. */
export interface DocumentSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, DocumentSchema>;
  required?: string[];
  items?: DocumentSchema;
  anyOf?: DocumentSchema[];
}
export type Components = Readonly<Record<string, DocumentSchema>>;

const TIME = '2026-03-01T12:00:00.000Z';
const ID_BODY = '01m7zweae9e0ttzdyss4193jta';

/** Values of fields whose name says more than their type. Together they show one case: a login of `u_1` on a new device. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  account_id: 'u_1',
  external_account_id: 'u_1',
  externalAccountId: 'u_1',
  event_type: 'login',
  ip_address: '203.0.113.7',
  ip_masked: '203.0.113.xxx',
  user_agent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  occurred_at: TIME,
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-02T00:00:00.000Z',
  date: '2026-03-01',
  score: 20,
  weight: 20,
  level: 'low',
  decision: 'allow',
  default_decision: 'allow',
  baseline_decision: 'allow',
  risk_score: 20,
  policy_version: 1,
  version: 1,
  matched_rule: null,
  allow_max: 29,
  monitor_max: 49,
  challenge_max: 89,
  priority: 100,
  name: 'Challenge payouts from new devices',
  email: 'ana@example.com',
  password: 'a long sentence works best',
  current_password: 'a long sentence works best',
  new_password: 'another long sentence is fine',
  url: 'https://shop.example.com/assay-webhooks',
  origin: 'https://shop.example.com',
  allowed_origins: ['https://shop.example.com'],
  event_types: ['decision.challenge', 'decision.block'],
  secret: 'whsec_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpq',
  key: 'sec_test_0123456789abcdefghjkmnpqrstvwxyz',
  last_four: 'wxyz',
  label: 'legitimate',
  authentication_outcome: 'mfa_passed',
  reason: 'Confirmed by the customer.',
  http_status: 200,
  response_snippet: 'thanks',
  error: null,
  next_attempt_at: null,
  trusted_at: null,
  last_failure_at: null,
  consecutive_failures: 0,
  stopped_count: 0,
  once_device_count: 0,
  max_score: 20,
  mean_score: 20,
  retention_days: 90,
  next_cursor: null,
  prev_cursor: null,
  next: null,
  prev: null,
  limit: 25,
  summary: 'Chrome 147 on Windows',
  text: 'Called the customer: it was them.',
  comment: 'Challenge payouts from new devices.',
  status: 'ok',
  metadata: { ticket: 'T-1042' },
  field: 'risk.score',
  operator: 'gte',
  value: 30,
  conditions: { all: [{ field: 'device.new', operator: 'eq', value: true }] },
  action: { decision: 'challenge' },
};

/** What an example shows of an object: of a request what a caller needs, of a response every field. */
export interface Shown {
  components: Components;
  /** Whether to show optional fields that have no example. */
  everyField: boolean;
}

/** One example that is valid for the schema. `name` is the name of the field, `''` at the top. */
export function exampleOf(schema: DocumentSchema, shown: Shown, name = ''): unknown {
  const { $ref, examples, enum: words, anyOf } = schema;
  if (examples?.[0] !== undefined) return examples[0];
  if ($ref !== undefined) return exampleOf(shown.components[$ref.split('/').at(-1) ?? ''] ?? {}, shown, name);
  if (schema.const !== undefined) return schema.const;
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (known !== undefined && fits(known, schema)) return known;
  if (words !== undefined) return words[0];
  if (anyOf !== undefined) return exampleOf(anyOf[0] ?? {}, shown, name);
  return exampleOfType(schema, shown, name);
}

function exampleOfType(schema: DocumentSchema, shown: Shown, name: string): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return exampleOfObject(schema, shown);
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items, shown, singular(name))];
  if (type === 'integer' || type === 'number') return Math.min(Math.max(schema.minimum ?? 0, 1), schema.maximum ?? 1);
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return exampleText(schema, name);
}

/** Every required field, and the optional ones that have an example. */
function exampleOfObject({ properties = {}, required = [] }: DocumentSchema, shown: Shown): object {
  const fields = Object.entries(properties).filter(
    ([name, inner]) =>
      shown.everyField || required.includes(name) || name in BY_NAME || inner.$ref !== undefined || hasExample(inner),
  );
  return Object.fromEntries(fields.map(([name, inner]) => [name, exampleOf(inner, shown, name)]));
}

function hasExample({ examples, properties = {} }: DocumentSchema): boolean {
  return examples !== undefined || Object.values(properties).some(hasExample);
}

function exampleText({ format, description }: DocumentSchema, name: string): string {
  if (format === 'date-time') return TIME;
  const prefix = /[Pp]refix ([a-z_]+_)/.exec(description ?? '')?.[1];
  if (prefix !== undefined) return `${prefix}${ID_BODY}`;
  if (name === 'id' || name.endsWith('_id') || name in ID_PREFIX_OF) {
    return `${ID_PREFIX_OF[name] ?? 'evt'}_${ID_BODY}`;
  }
  return name === '' ? 'text' : name.replaceAll('_', ' ');
}

const ID_PREFIX_OF: Readonly<Record<string, string>> = {
  device_id: 'dev',
  organization_id: 'org',
  environment_id: 'env',
  rule_id: 'polr',
  user_id: 'usr',
  member_id: 'usr',
  endpoint_id: 'whe',
  channel: 'alc',
};

/** Whether a known value has the declared type and range, or is one of the declared words. */
function fits(value: unknown, { enum: words, type, anyOf, items, maximum }: DocumentSchema): boolean {
  if (words !== undefined) return words.includes(value);
  if (anyOf !== undefined) return value === null && anyOf.some((part) => part.type === 'null');
  const types = [type ?? []].flat();
  if (types.length === 0) return true;
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) {
    return types.includes('array') && (items?.type === undefined || value.every((item) => fits(item, items)));
  }
  if (typeof value !== 'number') return types.includes(typeof value);
  return (types.includes('integer') || types.includes('number')) && value <= (maximum ?? value);
}

function singular(name: string): string {
  return name.endsWith('s') ? name.slice(0, -1) : name;
}
