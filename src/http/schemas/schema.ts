// Schema builders that the validator, the serializer and the OpenAPI 3.1 generator all understand.
import Type, { type Static, type TSchema } from 'typebox';
import { isoTime } from '../../vocabulary/clock.ts';
import { NOT_BLANK } from './patterns.ts';

/** Characters of an id, or of an event type, in a query or a body; ids of the service have at most 33. */
export const MAX_ID_LENGTH = 64;

/** Code points of the customer's own id of an account. */
export const MAX_ACCOUNT_ID_LENGTH = 255;
/** Characters of a time that a caller sends. */
const MAX_TIME_LENGTH = 40;

/** The value of a schema, deeply read-only: what a function that builds a response body returns. */
export type BodyOf<S extends TSchema> = Immutable<Static<S>>;

type Immutable<T> = T extends readonly (infer I)[]
  ? readonly Immutable<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

/** The same schema or null. Ajv, the serializer and the document generator all support `nullable`. */
export function nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  const { enum: words } = schema as { enum?: readonly unknown[] };
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    ...options,
    nullable: true,
    ...(words === undefined ? {} : { enum: [...words, null] }),
  });
}

/** One of a closed list of words. */
export function oneOf<const W extends readonly string[]>(words: W, options: Record<string, unknown> = {}) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...options });
}

/** A reference to a schema that the document lists by its `$id` among its components. */
export function named<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ $ref: `${(schema as { $id?: string }).$id}#` });
}

/** An object with these fields and no others. */
export function closed<P extends Record<string, TSchema>>(properties: P, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** The fields of an object with one field for each word of a closed list. */
export function fieldsOf<const W extends readonly string[], T extends TSchema>(words: W, field: T) {
  return Object.fromEntries(words.map((word) => [word, field])) as Record<W[number], T>;
}

/** A count for each word of a closed list. Its example counts one event under `shown`. */
export function countsOf<const W extends readonly string[]>(words: W, shown: W[number], options: object = {}) {
  const example = Object.fromEntries(words.map((word) => [word, word === shown ? 1 : 0]));
  return closed(fieldsOf(words, count()), { examples: [example], ...options });
}

/** An object of any fields. */
export function openObject(options: Record<string, unknown> = {}) {
  return Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, ...options }));
}

/** Text that is read without the white space around it; see `TRIM`. */
export function trimmedText(maxLength: number, options: Record<string, unknown>) {
  return Type.String({ minLength: 1, maxLength, pattern: NOT_BLANK, trim: true, ...options });
}

/** A name that people read. */
export function nameText(maxLength: number, options: Record<string, unknown> = {}) {
  const description = 'Display name, not blank; white space around it is removed.';
  return trimmedText(maxLength, { description, ...options });
}

/** The envelope of a single resource. */
export function dataOf<T extends TSchema>(item: T) {
  return closed({ data: item });
}

/** A count of zero or more. */
export function count(description?: string) {
  return Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });
}

/** A time as the API returns it. */
export function time(description?: string) {
  return Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) });
}

/** A time as callers send it; `parseTime` checks the rest. */
export function timeInput(description: string, options: { examples?: string[] } = {}) {
  return Type.String({ maxLength: MAX_TIME_LENGTH, description, ...options });
}

/** A time in ms as the API returns it, or null. */
export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
