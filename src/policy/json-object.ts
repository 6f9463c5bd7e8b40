// Reads JSON objects of unknown content: whether a value is one, and the issues of fields that are unknown or missing.
import type { ValidationIssue } from '../vocabulary/failure.ts';
import { pointer } from './pointer.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An issue for each field that is not among `known`; `at` is the pointer to the object. */
export function unknownFields(object: JsonObject, known: readonly string[], at: string): ValidationIssue[] {
  return Object.keys(object)
    .filter((name) => !known.includes(name))
    .map((name) => ({ pointer: pointer(at, name), code: 'unknown_field', detail: `Unknown field ${name}.` }));
}

export function requiredIssue(at: string, name: string): ValidationIssue {
  return { pointer: pointer(at, name), code: 'required', detail: `${name} is required.` };
}
