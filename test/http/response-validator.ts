// Holds any answer of a test against the description of the API: its status, its media type, its fields.
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
/** As `inject` resolves to, or as it went over a socket. */
interface Answer {
  statusCode: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}
type Check = ReturnType<typeof Compile>;

const compiled = new WeakMap<object, Check>();
const PROBLEM = 'application/problem+json';
const LINES = 'application/x-ndjson';

/** Throws when the description does not foresee this answer. Paths and methods it does not name must be refused. */
export function checkResponse(app: FastifyInstance, request: InjectOptions, answer: Answer): void {
  const description = app.swagger() as unknown as Description;
  const method = (request.method ?? 'GET').toLowerCase();
  const operation = operationOf(description, String(request.url ?? request.path), method === 'head' ? 'get' : method);
  const status = answer.statusCode;
  const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  const label = `${request.method ?? 'GET'} ${String(request.url)} answered ${status} ${type}`;
  if (status >= 400) {
    assert.equal(type, PROBLEM, label);
    if (method !== 'head') checkBody(description, description.components.schemas.Problem, answer.body, label);
  }
  if (operation === null) return;
  const response = operation.responses[String(status)];
  // 405 belongs to paths, 408 and 431 to messages, 400 to the Host header: no operation lists them.
  if (response === undefined) assert.fail(`${label}, which the description does not list`);
  if (response.content === undefined) {
    assert.equal(answer.body, '', label);
    return;
  }
  const media = response.content[type];
  assert.ok(media !== undefined, `${label}, but the description says ${Object.keys(response.content).join()}`);
  if (method === 'head') return;
  if (type === 'application/json') checkBody(description, media.schema, answer.body, label);
  if (type === LINES) checkLines(description, response.content['application/json']?.schema, answer.body, label);
}

/** Lines of a list are the items of its pages; other streams are of JSON. */
function checkLines(description: Description, page: unknown, body: string, label: string): void {
  const { properties } = (whole(description, page) ?? {}) as { properties?: { data?: { items?: object } } };
  const item = properties?.data?.items;
  const lines = body.split('\n').slice(0, -1);
  assert.ok(body === '' || body.endsWith('\n'), `${label} with a line that does not end`);
  if (item === undefined) {
    for (const line of lines) JSON.parse(line);
  } else {
    const list = { type: 'array', items: item };
    checkBody(description, kept(page as object, list), `[${lines.join()}]`, label);
  }
}

const lists = new WeakMap<object, object>();
/** The same object for the same page, so that its check is compiled once. */
function kept(page: object, list: object): object {
  const known = lists.get(page) ?? list;
  lists.set(page, known);
  return known;
}

function operationOf(description: Description, url: string, method: string): Operation | null {
  const path = new URL(url, 'http://localhost').pathname;
  for (const [pattern, operations] of Object.entries(description.paths)) {
    const form = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    if (form.test(path)) return operations[method] ?? null;
  }
  return null;
}

function checkBody(description: Description, schema: unknown, text: string, label: string): void {
  const body: unknown = JSON.parse(text);
  const key = schema as object;
  const check = compiled.get(key) ?? Compile(whole(description, schema) as TSchema);
  compiled.set(key, check);
  if (check.Check(body)) return;
  assert.fail(`${label} with a body unlike its description: ${JSON.stringify(check.Errors(body).slice(0, 3))} ${text}`);
}

/** The schema with every reference replaced by what it refers to; ours never refer to themselves. */
function whole(description: Description, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => whole(description, item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const reference = (schema as { $ref?: string }).$ref;
  if (reference !== undefined) {
    const name = reference.replace('#/components/schemas/', '');
    assert.ok(name in description.components.schemas, `the description refers to ${reference}, which it does not have`);
    return whole(description, description.components.schemas[name]);
  }
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, whole(description, value)]));
}
