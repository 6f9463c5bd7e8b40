// Validates every response in a test against the OpenAPI document: its status, media type and fields.
import assert from 'node:assert/strict';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: unknown }>; headers?: Record<string, unknown> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}
/** A response of `inject`, or one sent over a socket. */
interface TestedResponse {
  statusCode: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}
type Check = ReturnType<typeof Compile>;

const compiled = new WeakMap<object, Check>();
const PROBLEM = 'application/problem+json';
const LINES = 'application/x-ndjson';

/** Throws when the document does not describe the response. A path or method that it lacks must be an error. */
export function checkResponse(app: FastifyInstance, request: InjectOptions, response: TestedResponse): void {
  const description = app.swagger() as unknown as Description;
  const method = (request.method ?? 'GET').toLowerCase();
  const operation = operationOf(description, String(request.url ?? request.path), method === 'head' ? 'get' : method);
  const status = response.statusCode;
  const type = String(response.headers['content-type'] ?? '').split(';')[0] ?? '';
  const label = `${request.method ?? 'GET'} ${String(request.url)} responded ${status} ${type}`;
  if (status >= 400) {
    assert.equal(type, PROBLEM, label);
    if (method !== 'head') checkBody(description, description.components.schemas.Problem, response.body, label);
  }
  if (operation === null) return;
  const declared = operation.responses[String(status)];
  // Operations do not list 405 (of paths), 408 and 431 (of messages), or 400 for the Host header.
  if (declared === undefined) assert.fail(`${label}, which the document does not list`);
  if (declared.content === undefined) {
    assert.equal(response.body, '', label);
    return;
  }
  const media = declared.content[type];
  assert.ok(media !== undefined, `${label}, but the document lists ${Object.keys(declared.content).join()}`);
  if (method === 'head') return;
  if (type === 'application/json') checkBody(description, media.schema, response.body, label);
  if (type === LINES) checkLines(description, declared.content['application/json']?.schema, response.body, label);
}

/** The lines of a list are the items of its pages; other streams contain any JSON. */
function checkLines(description: Description, page: unknown, body: string, label: string): void {
  const { properties } = (resolved(description, page) ?? {}) as { properties?: { data?: { items?: object } } };
  const item = properties?.data?.items;
  const lines = body.split('\n').slice(0, -1);
  assert.ok(body === '' || body.endsWith('\n'), `${label} with an unterminated line`);
  if (item === undefined) {
    for (const line of lines) JSON.parse(line);
  } else {
    const list = { type: 'array', items: item };
    checkBody(description, cachedList(page as object, list), `[${lines.join()}]`, label);
  }
}

const lists = new WeakMap<object, object>();
/** The same object for the same page, so that its validator is compiled once. */
function cachedList(page: object, list: object): object {
  const known = lists.get(page) ?? list;
  lists.set(page, known);
  return known;
}

function operationOf(description: Description, url: string, method: string): Operation | null {
  const path = new URL(url, 'http://localhost').pathname;
  for (const [pattern, operations] of Object.entries(description.paths)) {
    const matcher = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    if (matcher.test(path)) return operations[method] ?? null;
  }
  return null;
}

function checkBody(description: Description, schema: unknown, text: string, label: string): void {
  const body: unknown = JSON.parse(text);
  const key = schema as object;
  const check = compiled.get(key) ?? Compile(resolved(description, schema) as TSchema);
  compiled.set(key, check);
  if (check.Check(body)) return;
  assert.fail(
    `${label} with a body that does not match the document: ${JSON.stringify(check.Errors(body).slice(0, 3))} ${text}`,
  );
}

/** The schema with every reference resolved; the schemas have no circular references. */
function resolved(description: Description, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => resolved(description, item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const reference = (schema as { $ref?: string }).$ref;
  if (reference !== undefined) {
    const name = reference.replace('#/components/schemas/', '');
    assert.ok(name in description.components.schemas, `the document refers to ${reference}, which it lacks`);
    return resolved(description, description.components.schemas[name]);
  }
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, resolved(description, value)]));
}
