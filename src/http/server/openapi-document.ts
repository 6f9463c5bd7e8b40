// Completes the generated OpenAPI document: the type of `signals`, known event types, webhooks, examples, and null in JSON Schema form.
import { EVENT_TYPE_PATTERN, EVENT_TYPES, type EventType } from '../../vocabulary/event-types.ts';
import type { WebhookType } from '../../vocabulary/words.ts';
import { EVENT_TYPE_TEXTS } from '../schemas/event-types.ts';
import { type Components, type DocumentSchema, exampleOf } from './openapi-examples.ts';
import { addParameterExamples, examplePath, type Parameter } from './openapi-parameters.ts';
import { type WebhookEnvelope, webhookExample } from './openapi-webhook-examples.ts';
import { webhookOperations } from './openapi-webhooks.ts';

interface MediaType {
  schema?: DocumentSchema;
  example?: unknown;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, Response | { $ref: string }>;
}
interface Response {
  description: string;
  content?: Record<string, MediaType>;
}
interface ListExample {
  links: { first: string };
  meta: { limit: number };
}
interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, DocumentSchema>; responses?: Record<string, Response> };
}

/** The document that `/openapi.json` serves, from the one that the generator derives from the routes. */
export function completeDocument(generated: object): object {
  const document = withJsonNull({ ...generated, webhooks: webhookOperations() }) as OpenApiDocument;
  const body = document.paths['/v1/events']?.post?.requestBody?.content['application/json']?.schema;
  if (body?.properties !== undefined) {
    body.properties.event = eventTypeSchema();
    body.properties.signals = { $ref: '#/components/schemas/ClientSignals' };
  }
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const operation of Object.values(operations)) {
      addParameterExamples(operation.parameters ?? [], document.components.schemas);
      completeOperation(operation, document.components);
      linkToItself(operation, examplePath(path, operation.parameters ?? []));
    }
  }
  for (const [type, operations] of Object.entries(document.webhooks ?? {})) {
    for (const operation of Object.values(operations)) {
      completeOperation(operation, document.components);
      const media = operation.requestBody?.content['application/json'];
      if (media !== undefined) media.example = webhookExample(type as WebhookType, media.example as WebhookEnvelope);
    }
  }
  return document;
}

/** The words of the catalog, and the pattern that any other word must match. */
function eventTypeSchema(): DocumentSchema {
  const types = Object.keys(EVENT_TYPES) as EventType[];
  const meanings = Object.fromEntries(types.map((type) => [type, EVENT_TYPE_TEXTS[type].meaning]));
  const known = { type: 'string', enum: types, description: 'A type of the catalog.', 'x-enumDescriptions': meanings };
  return {
    description:
      'A type of the catalog, or your own. For your own, only the signals that do not depend on the type apply. A word that closely ' +
      'resembles a type of the catalog is read as that type.',
    examples: ['login'],
    anyOf: [known, { type: 'string', pattern: EVENT_TYPE_PATTERN, description: 'Your own type.' }],
  };
}

/** Adds examples, and moves errors to the components, where all operations share them: the document becomes three times smaller. */
function completeOperation(operation: Operation, components: OpenApiDocument['components']): void {
  addExample(operation.requestBody?.content, components.schemas, false);
  for (const [status, response] of Object.entries(operation.responses)) {
    if ('$ref' in response) continue;
    addExample(response.content, components.schemas, true);
    if (response.content?.['application/problem+json'] === undefined) continue;
    addProblem(Number(status), response);
    components.responses = { ...components.responses, [`Problem${status}`]: response };
    operation.responses[status] = { $ref: `#/components/responses/Problem${status}` };
  }
}

function addExample(content: Record<string, MediaType> | undefined, components: Components, everyField: boolean): void {
  const media = content?.['application/json'];
  if (media?.schema !== undefined) media.example ??= exampleOf(media.schema, { components, everyField });
}

/** The first page of a list is a path of that list. */
function linkToItself({ responses }: Operation, path: string): void {
  const response = responses[200];
  if (response === undefined || '$ref' in response) return;
  const { links, meta } = (response.content?.['application/json']?.example ?? {}) as Partial<ListExample>;
  if (links !== undefined && meta !== undefined) links.first = `${path}?limit=${meta.limit}`;
}

/** A code that each status can have, for the examples. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_json',
  401: 'credential_missing',
  403: 'foreign_resource',
  404: 'event_not_found',
  409: 'idempotency_key_in_flight',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: 'invalid_input',
  429: 'rate_limited',
  431: 'too_many_headers',
  500: 'internal_error',
  503: 'storage_unavailable',
};

function addProblem(status: number, response: Response): void {
  const media = response.content?.['application/problem+json'];
  if (media === undefined) return;
  const code = CODE_OF_STATUS[status] ?? 'bad_request';
  media.example = {
    type: `urn:assay:problem:${code}`,
    title: response.description.split(/[:;.]/)[0],
    status,
    detail: response.description,
    code,
    request_id: '01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61',
    ...(status === 422 ? { errors: [{ pointer: '/account', code: 'required', detail: 'Is required.' }] } : {}),
  };
}

/**
 * A copy in which `nullable`, a keyword of OpenAPI 3.0 that the validator and the serializer read, is written in JSON Schema form,
 * because tools for 3.1 ignore `nullable`. Also without `trim`, a keyword of our validator.
 */
function withJsonNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withJsonNull);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = value as Record<string, unknown>;
  const entries = Object.entries(rest).filter(([key, inner]) => key !== 'trim' || inner !== true);
  const copy = Object.fromEntries(entries.map(([key, inner]) => [key, withJsonNull(inner)]));
  if (nullable !== true) return nullable === undefined ? copy : { nullable: withJsonNull(nullable), ...copy };
  if (typeof copy.$ref === 'string') return { anyOf: [copy, { type: 'null' }] };
  if (copy.type === undefined) return copy;
  return { ...copy, type: [copy.type, 'null'].flat() };
}
