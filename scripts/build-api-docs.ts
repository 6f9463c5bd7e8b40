// Writes docs/api.md from the service's own OpenAPI document. Run by `npm run docs:generate`.
import { markdownTable } from './markdown-table.ts';

/** The parts of a JSON Schema that the page shows. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  nullable?: boolean;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Operation {
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  /** An error response refers to the components. */
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

/** A webhook operation of the customer's receiver, with its request body. */
interface WebhookOperation {
  description: string;
  parameters: Parameter[];
  requestBody: { content: Record<string, { schema: Schema; example?: unknown }> };
}

export interface OpenApiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: WebhookOperation }>;
  components: { schemas: Record<string, Schema> };
}

const CONVENTIONS = `# API reference

<!-- Generated from the OpenAPI document by scripts/build-api-docs.ts. Edit the schemas and routes in src/http instead. -->

The running service serves this reference at \`/docs\`, as OpenAPI 3.1 at \`/openapi.json\`, and a console that sends requests at
\`/docs/console\`.

## Conventions

**Requests.** JSON in UTF-8 with snake_case keys. Types are never coerced. Unknown fields are rejected, except inside
\`signals\`. Times are ISO 8601 in UTC with milliseconds, for example \`2026-03-01T12:00:00.000Z\`.

**Credentials.** \`Authorization: Bearer …\` with one of three kinds: a public key (\`pub_…\`, may only send events), a secret
key (\`sec_…\`, for your backend), or the token of a dashboard session. Each operation below lists the kinds it accepts.
A missing, unknown, revoked or expired credential, or the wrong kind, gets 401.

**Responses.** One resource is \`{"data": {…}}\`. A list is \`{"data": […], "links": {…}, "meta": {…}}\`.

**Lists** are sorted newest first, unless their description says otherwise, and paged by keyset: \`limit\` (1 to 100, default 25) and the
opaque \`cursor\` from \`meta.next_cursor\` or \`meta.prev_cursor\`. \`links\` contains the same pages as paths. A cursor is valid only for
the list and filter it came from. The lists of events, assessments and audit entries also stream as newline-delimited JSON
(\`Accept: application/x-ndjson\`) or CSV (\`Accept: text/csv\`).

**Errors** are problem documents (RFC 9457, \`application/problem+json\`) with \`type\`, \`title\`, \`status\`, \`detail\`, \`code\` (a
stable word) and \`request_id\`. Invalid input adds \`errors\`: a list of \`{pointer, code, detail}\`, where \`pointer\` is an
RFC 6901 pointer into the body or the name of a query parameter or header.

**Order of checks.** Credential, its kind, the role of the member, for events the origin and the rate limits, size and syntax of the
body, its validity, environment, resource. Callers without a valid credential get no other information.

**Environments.** A resource of another environment or organization gets 403; one that does not exist gets 404.

**Idempotency.** Send \`Idempotency-Key\` with an event to retry safely: the same key and body within 24 hours return the
first response with \`Idempotent-Replayed: true\`.

**Limits.** An event has at most 256 KiB, a batch of outcomes or assignments 512 KiB, a body without a credential 8 KiB, any other
64 KiB; JSON has at most 16 levels. \`signals\` have at most 200 keys and strings
of 4,096 characters, \`account.id\` 1 to 255 characters. A public key may send 20 events/s per address (bursts of 100) and 1,000/s in
total; a secret key is unlimited. A 201 means that the event and its decision are on disk.

**Test environments** score like live ones, with one addition: an \`account.id\` that starts with \`force_allow\`,
\`force_monitor\`, \`force_challenge\` or \`force_block\` forces that decision.
`;

/** Examples of an operation, as Markdown. */
type Examples = (method: string, path: string, operation: Operation) => string;

/** The page as Markdown: conventions, operations grouped by tag, then the shared schemas. `examples` adds requests in several languages. */
export function apiPage({ tags, paths, webhooks, components }: OpenApiDocument, examples?: Examples): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operation,
      shown: examples?.(method, path, operation),
    })),
  );
  const groups = tags.map(({ name, description }) => {
    const members = operations.filter(({ operation }) => operation.tags.includes(name));
    return [`## ${name}`, description, ...members.map(operationSection)].join('\n\n');
  });
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema));
  return `${[CONVENTIONS.trimEnd(), ...groups, ...webhookSections(webhooks), '## Schemas', ...schemas].join('\n\n')}\n`;
}

/** The requests that a customer's receiver gets: the headers once, then the body of each type. */
function webhookSections(webhooks: OpenApiDocument['webhooks']): string[] {
  const operations = Object.entries(webhooks).map(([type, { post }]) => ({ type, operation: post }));
  const headers = operations[0]?.operation.parameters.map(({ name, description = '' }) => [`\`${name}\``, description]);
  const intro = [
    '## Webhook payloads',
    'Requests that Assay sends to your endpoints: `POST` with a JSON body and the headers below. Verify the signature over the raw ' +
      'body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`. [Webhooks](webhooks.md) has ' +
      'receivers to copy, retries and the order of checks.',
    markdownTable(['Header', 'Value'], headers ?? []),
  ];
  return [...intro, ...operations.map(webhookSection)];
}

function webhookSection({ type, operation }: { type: string; operation: WebhookOperation }): string {
  const { schema, example } = operation.requestBody.content['application/json'] ?? { schema: {} };
  const when = operation.description.split('. ')[0];
  const body = `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
  return [`### \`${type}\``, `${when}. \`data\`: ${typeOf(schema.properties?.data ?? {})}.`, body].join('\n\n');
}

interface ListedOperation {
  title: string;
  operation: Operation;
  /** The operation's examples. */
  shown: string | undefined;
}

function operationSection({ title, operation, shown }: ListedOperation): string {
  const parts = [
    `### \`${title}\``,
    `${operation.summary}.${operation.description ? ` ${operation.description}` : ''}`,
  ];
  parts.push(`Credentials: ${credentials(operation)}.`);
  const parameters = (operation.parameters ?? []).map(parameterRow);
  if (parameters.length > 0) parts.push(markdownTable(['Parameter', 'In', 'Type', 'Description'], parameters));
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  if (body !== undefined) parts.push(body.$ref ? `Body: ${typeOf(body)}.` : fieldTable('Body field', body));
  const responses = Object.entries(operation.responses).filter(([status]) => status < '400');
  parts.push(markdownTable(['Response', 'Body', 'Description'], responses.map(responseRow)));
  const errors = Object.keys(operation.responses).filter((status) => status >= '400');
  parts.push(`Errors: ${errors.join(', ')}.`);
  if (shown !== undefined) parts.push(shown);
  return parts.join('\n\n');
}

function schemaSection(name: string, schema: Schema): string {
  const parts = [`### ${name}`];
  if (schema.description !== undefined) parts.push(schema.description);
  parts.push(fieldTable('Field', schema));
  return parts.join('\n\n');
}

function credentials({ security }: Operation): string {
  const kinds = security.flatMap((scheme) => Object.keys(scheme)).map((kind) => kind.replace('_', ' '));
  return kinds.length === 0 ? 'none' : kinds.join(', ');
}

function parameterRow({ name, in: location, required, description, schema }: Parameter): string[] {
  return [
    `\`${name}\`${required ? ', required' : ''}`,
    location,
    typeOf(schema),
    description ?? schema.description ?? '',
  ];
}

function responseRow([status, { description, content }]: [string, Operation['responses'][string]]): string[] {
  const bodies = Object.entries(content ?? {}).map(([type, { schema }]) => {
    const data = schema.properties?.data ?? schema;
    const shown = type === 'application/json' ? bodyText(data) : `\`${type}\``;
    return schema.properties?.data === undefined ? shown : `\`data\`: ${shown}`;
  });
  return [status, bodies.join('; ') || 'none', description];
}

/** An inline schema has no section of its own, so its fields are named here. */
function bodyText(schema: Schema): string {
  const fields = Object.keys(schema.properties ?? {}).map((name) => `\`${name}\``);
  return fields.length === 0 ? typeOf(schema) : `object with ${fields.join(', ')}`;
}

function fieldTable(heading: string, schema: Schema): string {
  const rows = fieldRows(schema, '');
  return rows.length === 0 ? `Type: ${typeOf(schema)}.` : markdownTable([heading, 'Type', 'Description'], rows);
}

/** One row per field; inline objects and lists of inline objects add the rows of their fields. */
function fieldRows({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const mark = required.includes(name) ? '' : ', optional';
    const row = [`\`${path}\`${mark}`, typeOf(schema), schema.description ?? ''];
    const inner = schema.items?.properties === undefined ? fieldRows(schema, `${path}.`) : [];
    const items = schema.items === undefined ? [] : fieldRows(schema.items, `${path}[].`);
    return [row, ...inner, ...items];
  });
}

function typeOf(schema: Schema): string {
  const { $ref, type, items, enum: words, anyOf, oneOf, nullable } = schema;
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeOf))].join(' or ');
  const orNull = nullable ? ' or null' : '';
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) as string;
    return `[${name}](#${name.toLowerCase()})${orNull}`;
  }
  if (words !== undefined) return words.map((word) => (word === null ? 'null' : `\`${word}\``)).join(', ');
  if (items !== undefined)
    return `list of ${typeOf(items)}${range(schema.minItems, schema.maxItems, ' items')}${orNull}`;
  const name = Array.isArray(type) ? type.join(' or ') : (type ?? 'any');
  return `${schema.format ?? name}${limits(schema)}${orNull}`;
}

function limits({ minimum, maximum, minLength, maxLength }: Schema): string {
  return range(minimum, maximum, '') || range(minLength, maxLength, ' characters');
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  if (from === undefined && to === undefined) return '';
  if (to === undefined) return ` (at least ${from}${unit})`;
  return from === undefined ? ` (up to ${to}${unit})` : ` (${from} to ${to}${unit})`;
}
