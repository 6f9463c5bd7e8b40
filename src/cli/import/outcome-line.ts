// One line of a file of outcomes: which event, and what the body of POST /v1/events/{event}/outcome says, by the same rules.
import { Ajv, type ValidateFunction } from 'ajv';
import Type, { type Static } from 'typebox';
import type { ClaimedEvent } from '../../flows/imports/find-claimed-event.ts';
import type { OutcomeLine } from '../../flows/imports/import-outcomes.ts';
import { checkVerdict } from '../../flows/outcomes/record-outcome.ts';
import { schemaFailure } from '../../http/input/schema-issues.ts';
import { parseTime, timeIssue } from '../../http/input/time.ts';
import { OutcomeBody, submissionOf } from '../../http/schemas/outcome.ts';
import { closed, MAX_ACCOUNT_ID_LENGTH } from '../../http/schemas/schema.ts';
import { DEFAULT_BODY_LIMIT } from '../../http/server/route-table.ts';
import { invalid, type ValidationIssue } from '../../vocabulary/failure.ts';
import type { Label } from '../../vocabulary/words.ts';
import { jsonOfLine } from './json-line.ts';

/** Bytes, as for a body of the API (contract 1). */
export const MAX_OUTCOME_BYTES = DEFAULT_BODY_LIMIT;

/** Which event: its id, or an account and a time, with its type where those fit several. */
const CLAIM_FIELDS = {
  event_id: Type.Optional(Type.String({ maxLength: 64 })),
  external_account_id: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ACCOUNT_ID_LENGTH })),
  occurred_at: Type.Optional(Type.String({ maxLength: 40 })),
  event_type: Type.Optional(Type.String({ maxLength: 64 })),
};
const Line = closed({ ...CLAIM_FIELDS, ...OutcomeBody.properties });
type Line = Static<typeof Line>;

/** What a column may be called; `metadata.` begins any number of others. */
export const OUTCOME_COLUMNS: readonly string[] = Object.keys(Line.properties).filter((name) => name !== 'metadata');
export const METADATA_COLUMN = 'metadata.';

let compiled: ValidateFunction<Line> | null = null;

/**
 * Null stands for a line that was too long. `fallback` is the label of lines that have none.
 * @throws Failure `invalid` with every wrong place.
 */
export function readOutcomeLine(bytes: Uint8Array | null, fallback: Label | null): OutcomeLine {
  const line = jsonOfLine(bytes, MAX_OUTCOME_BYTES);
  compiled ??= new Ajv({ allErrors: true, allowUnionTypes: true }).compile<Line>(Line);
  if (!compiled(line)) throw schemaFailure(compiled.errors ?? [], 'body');
  const { event_id, external_account_id, occurred_at, event_type, ...body } = line;
  const about = claimOf({ event_id, external_account_id, occurred_at, event_type });
  const given = submissionOf(body);
  const submission = { ...given, label: given.label ?? fallback };
  checkVerdict(submission, '');
  return { about, submission };
}

type Claim = Record<keyof typeof CLAIM_FIELDS, string | undefined>;

function claimOf({
  event_id: id,
  external_account_id: accountId,
  occurred_at: time,
  event_type: type,
}: Claim): ClaimedEvent {
  if (id !== undefined) {
    const extra = Object.entries({ external_account_id: accountId, occurred_at: time, event_type: type });
    const places = extra.flatMap(([name, value]) => (value === undefined ? [] : [alreadyNamed(name)]));
    const [first, ...more] = places;
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
    const detail = 'An event is named by event_id, or by external_account_id and occurred_at.';
    throw invalid({ pointer: `/${missing}`, code: 'required', detail });
  }
  const occurredAt = parseTime(time);
  if (occurredAt === null) throw invalid(timeIssue('/occurred_at'));
  return { accountId, occurredAt, eventType: type ?? null };
}

function alreadyNamed(name: string): ValidationIssue {
  return { pointer: `/${name}`, code: 'not_allowed', detail: 'The event is named by its event_id already.' };
}
