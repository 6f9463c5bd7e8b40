// Converts the text of a query: the route's schema defines which values are integers, booleans or lists.
import type { TSchema } from 'typebox';
import { Failure } from '../../vocabulary/failure.ts';

/** Plain decimal, no sign but minus, no exponent, no leading zero: `1e2`, `+5` and `007` stay text and fail validation. */
const PLAIN_INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;
const MAX_POINTER_LENGTH = 200;

type Properties = Readonly<Record<string, { type?: unknown; items?: { type?: unknown } }>>;

/**
 * The query with its integers, booleans and lists converted; a value that does not fit stays text, so that the schema
 * rejects it.
 * @throws Failure `invalid` for text that the storage engines cannot store, and for any parameter without a schema.
 */
export function readQuery(
  schema: TSchema | undefined,
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const properties = ((schema as { properties?: Properties } | undefined)?.properties ?? {}) as Properties;
  const query: Record<string, unknown> = Object.create(null);
  if (schema === undefined) rejectParameters(Object.keys(raw));
  for (const [name, value] of Object.entries(raw)) {
    checkText(name, value);
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
    query[name] = declared === undefined ? value : typed(declared, value);
  }
  return query;
}

/** A misspelled filter must fail: if it were ignored, an unfiltered list would look like a result. */
function rejectParameters(names: readonly string[]): void {
  if (names.length === 0) return;
  const issues = names.map((name) => ({
    pointer: pointerTo(name),
    code: 'unknown_parameter' as const,
    detail: 'Unknown parameter.',
  }));
  throw new Failure('invalid', 'invalid_input', 'This endpoint takes no query parameters.', { issues });
}

function typed(declared: Properties[string], value: unknown): unknown {
  if (declared.type === 'array') {
    const list = Array.isArray(value) ? value : [value];
    return list.map((item) => scalar(declared.items?.type, item));
  }
  return scalar(declared.type, value);
}

function scalar(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && PLAIN_INTEGER.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function checkText(name: string, value: unknown): void {
  for (const text of [name, ...(Array.isArray(value) ? value : [value])]) {
    if (typeof text === 'string' && (text.includes('\u0000') || !text.isWellFormed())) {
      const issue = { pointer: pointerTo(name), code: 'bad_text' as const, detail: 'This text cannot be stored.' };
      throw new Failure('invalid', 'invalid_input', 'A query parameter contains text that cannot be stored.', {
        issues: [issue],
      });
    }
  }
}

function pointerTo(name: string): string {
  return name.slice(0, MAX_POINTER_LENGTH).toWellFormed();
}
