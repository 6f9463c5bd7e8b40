// Reads one line of an outcome file: the event, and a body of POST /v1/events/{event}/outcome with the same rules.
import { Ajv, type ValidateFunction } from 'ajv';
import Type, { type Static } from 'typebox';
import type { EventReference } from '../../flows/imports/find-referenced-event.ts';
import type { OutcomeLine } from '../../flows/imports/import-outcomes.ts';
import { checkSubmission } from '../../flows/outcomes/record-outcome.ts';
import { SCHEMA_OPTIONS, schemaFailure } from '../../http/input/schema-issues.ts';
import { parseTime } from '../../http/input/time.ts';
import { OutcomeBody, submissionOf } from '../../http/schemas/outcome.ts';
import { closed } from '../../http/schemas/schema.ts';
import { invalid, type ValidationIssue } from '../../vocabulary/failure.ts';
import type { Label } from '../../vocabulary/words.ts';
import { parseJsonLine } from './json-line.ts';

/** Bytes; the limit of an API body. */
export const MAX_OUTCOME_BYTES = 64 * 1024;

/** The event: its id, or an account and a time, plus the event type when several events match. */
const REFERENCE_FIELDS = {
  event_id: Type.Optional(Type.String({ maxLength: 64 })),
  external_account_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  occurred_at: Type.Optional(Type.String({ maxLength: 40 })),
  event_type: Type.Optional(Type.String({ maxLength: 64 })),
};
const Line = closed({ ...REFERENCE_FIELDS, ...OutcomeBody.properties });
type Line = Static<typeof Line>;

/** The CSV columns; any number of others may start with `metadata.`. */
export const OUTCOME_COLUMNS: readonly string[] = Object.keys(Line.properties).filter((name) => name !== 'metadata');
export const METADATA_COLUMN = 'metadata.';

let compiled: ValidateFunction<Line> | null = null;

/**
 * `bytes` is null for a line over the limit. `fallback` is the label of lines without one.
 * @throws Failure `invalid` with all issues.
 */
export function readOutcomeLine(bytes: Uint8Array | null, fallback: Label | null): OutcomeLine {
  const line = parseJsonLine(bytes, MAX_OUTCOME_BYTES);
  compiled ??= new Ajv(SCHEMA_OPTIONS).compile<Line>(Line);
  if (!compiled(line)) throw schemaFailure(compiled.errors ?? [], 'body');
  const { event_id, external_account_id, occurred_at, event_type, ...body } = line;
  const event = referenceOf({ event_id, external_account_id, occurred_at, event_type });
  const submitted = submissionOf(body);
  const submission = { ...submitted, label: submitted.label ?? fallback };
  checkSubmission(submission, '');
  return { event, submission };
}

type ReferenceFields = Record<keyof typeof REFERENCE_FIELDS, string | undefined>;

function referenceOf({
  event_id: id,
  external_account_id: accountId,
  occurred_at: time,
  event_type: type,
}: ReferenceFields): EventReference {
  if (id !== undefined) {
    const extra = Object.entries({ external_account_id: accountId, occurred_at: time, event_type: type });
    const issues = extra.flatMap(([name, value]) => (value === undefined ? [] : [redundantField(name)]));
    const [first, ...more] = issues;
    if (first !== undefined) throw invalid(first, ...more);
    return { id };
  }
  if (accountId === undefined || time === undefined) {
    const missing =
      accountId === undefined && time === undefined
        ? 'event_id'
        : accountId === undefined
          ? 'external_account_id'
          : 'occurred_at';
    const detail = 'Identify the event by event_id, or by external_account_id and occurred_at.';
    throw invalid({ pointer: `/${missing}`, code: 'required', detail });
  }
  const occurredAt = parseTime(time);
  if (occurredAt === null) {
    const detail = 'Must be an ISO 8601 time with a time zone, such as 2026-03-01T12:00:00Z.';
    throw invalid({ pointer: '/occurred_at', code: 'bad_format', detail });
  }
  return { accountId, occurredAt, eventType: type ?? null };
}

function redundantField(name: string): ValidationIssue {
  return { pointer: `/${name}`, code: 'not_allowed', detail: 'Not allowed together with event_id.' };
}
