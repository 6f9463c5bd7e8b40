// Validates command options with the schemas and formats of the API, so that both accept the same values.
import type { Static, TSchema } from 'typebox';
import { SCHEMA_OPTIONS, schemaFailure } from '../http/input/schema-issues.ts';
import { parseTime } from '../http/input/time.ts';
import { isInverted } from '../vocabulary/time-range.ts';
import { UsageError } from './output.ts';

/**
 * Validates `input`, whose keys are the field names of the API, and returns it as the API reads it: with names trimmed.
 * @throws UsageError that names every invalid option.
 */
export async function checkInput<S extends TSchema>(
  schema: S,
  input: Readonly<Record<string, unknown>>,
): Promise<Static<S>> {
  // Loaded on demand, because it takes a tenth of the start of a command that has no such option.
  const { Ajv } = await import('ajv');
  const check = new Ajv(SCHEMA_OPTIONS).compile(schema);
  const read = { ...input };
  if (check(read)) return read as Static<S>;
  const lines = new Map<string, string>();
  for (const { pointer, detail } of schemaFailure(check.errors ?? [], undefined).issues) {
    const field = pointer.split('/')[1] ?? '';
    // An empty name has too few characters and is blank: one reason is enough.
    if (!lines.has(field)) lines.set(field, field === '' ? detail : `--${field.replaceAll('_', '-')}: ${detail}`);
  }
  throw new UsageError([...lines.values()].join('; '));
}

/**
 * The time in an option such as `--from`, in ms since the epoch.
 * @throws UsageError that names the option.
 */
export function readTime(option: string, text: string): number {
  const at = parseTime(text);
  if (at !== null) return at;
  throw new UsageError(`${option} must be an ISO 8601 time with a time zone, such as 2026-03-01T12:00:00Z`);
}

/**
 * Checks the range of the options `--from` and `--to`, which may be equal; null means no limit.
 * @throws UsageError when it ends before it begins.
 */
export function checkRange(from: number | null, to: number | null): void {
  if (isInverted(from, to)) throw new UsageError('--to is before --from');
}
