// Query strings are text; a route's schema says which values are numbers, flags or lists. Nothing else is converted.
import type { TSchema } from 'typebox';
import { Failure } from '../../vocabulary/failure.ts';

/** Plain decimal, no sign but minus, no exponent, no leading zero: `1e2`, `+5` and `007` stay text and are refused. */
const PLAIN_INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;

type Properties = Readonly<Record<string, { type?: unknown; items?: { type?: unknown } }>>;

/**
 * The query with integers and lists in their place; what does not fit is left as it came, for the schema to refuse.
 * @throws Failure `invalid` for a value that no engine can hold.
 */
export function readQuery(
  schema: TSchema | undefined,
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const properties = ((schema as { properties?: Properties } | undefined)?.properties ?? {}) as Properties;
  const query: Record<string, unknown> = Object.create(null);
  if (schema === undefined) refuseAll(Object.keys(raw));
  for (const [name, value] of Object.entries(raw)) {
    checkText(name, value);
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
    query[name] = declared === undefined ? value : typed(declared, value);
  }
  return query;
}

/** A route without declared parameters takes none: a misspelt filter must not look like an answer. */
function refuseAll(names: readonly string[]): void {
  if (names.length === 0) return;
  const places = names.map((name) => ({
    pointer: name.slice(0, 200).toWellFormed(),
    code: 'unknown_parameter',
    detail: 'This parameter is not known here.',
  }));
  throw new Failure('invalid', 'invalid_input', 'This endpoint takes no query parameters.', { places });
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
      const place = {
        pointer: name.slice(0, 200).toWellFormed(),
        code: 'bad_text',
        detail: 'This text cannot be kept.',
      };
      throw new Failure('invalid', 'invalid_input', 'A query parameter holds text that cannot be kept.', {
        places: [place],
      });
    }
  }
}
