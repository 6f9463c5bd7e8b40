// Reads one line of an import file: a body of POST /v1/events with the same rules, plus time, credential and outcome.
import { Ajv, type ValidateFunction } from 'ajv';
import Type, { type Static } from 'typebox';
import type { EventLine } from '../../flows/imports/import-events.ts';
import { checkSubmission } from '../../flows/outcomes/record-outcome.ts';
import { EventBody, parseEventBody } from '../../http/input/event-body.ts';
import { SCHEMA_OPTIONS, schemaFailure } from '../../http/input/schema-issues.ts';
import { OutcomeBody, submissionOf } from '../../http/schemas/outcome.ts';
import { closed, oneOf } from '../../http/schemas/schema.ts';
import type { Submission } from '../../outcomes/revision.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { KEY_KINDS } from '../../vocabulary/words.ts';
import { parseJsonLine } from './json-line.ts';

/** Bytes; the limit of a live event. */
export const MAX_LINE_BYTES = 256 * 1024;

const ImportLine = closed({
  ...EventBody.properties,
  occurred_at: Type.String({ maxLength: 40 }),
  credential: Type.Optional(oneOf(KEY_KINDS)),
  outcome: Type.Optional(OutcomeBody),
});
type ImportLine = Static<typeof ImportLine>;

/** Compiled for the first line, so that other commands start without this delay. */
let compiled: ValidateFunction<ImportLine> | null = null;

/**
 * The event of a line. `bytes` is null for a line over the limit; `now` is in ms.
 * @throws Failure `invalid` with all issues.
 */
export function readImportLine(bytes: Uint8Array | null, now: number): EventLine {
  const line = parseJsonLine(bytes, MAX_LINE_BYTES);
  compiled ??= new Ajv(SCHEMA_OPTIONS).compile<ImportLine>(ImportLine);
  if (!compiled(line)) throw schemaFailure(compiled.errors ?? [], 'body');
  const { credential = 'secret', outcome, ...body } = line;
  // The line comes from a backend, so an event with a public key may have fields that a browser must not send.
  const input = parseEventBody(body, 'secret', { address: null, userAgent: null }, null, now);
  const { occurredAt, imported, ...rest } = input;
  if (occurredAt === null) throw invalid({ pointer: '/occurred_at', code: 'required', detail: 'Must be given.' });
  return {
    input: { ...rest, occurredAt, credential },
    outcome: outcome === undefined ? null : readOutcome(outcome),
  };
}

/** The outcome of a line. The API leaves this check to the flow, which runs too late to report the line. */
function readOutcome(body: OutcomeBody): Submission {
  const submission = submissionOf(body);
  checkSubmission(submission, '/outcome');
  return submission;
}
