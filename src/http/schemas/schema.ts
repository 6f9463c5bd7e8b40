// Schema pieces that validator, serializer and OpenAPI 3.1 understand alike.
import Type, { type Static, type TSchema } from 'typebox';

/** The same schema or null. `nullable` is what Ajv, the serializer and the document generator all know. */
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

/** A reference to a schema that stands by its `$id` among the document's components. */
export function named<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ $ref: `${(schema as { $id?: string }).$id}#` });
}

/** An object that names all of its fields and takes no other. */
export function closed<P extends Record<string, TSchema>>(properties: P, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A time as the API writes it. */
export function time(description?: string) {
  return Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) });
}
