// One line of an import file: the body of POST /v1/events by the same rules, and what only the past can say.
import { Ajv, type ValidateFunction } from 'ajv';
import Type, { type Static } from 'typebox';
import type { PastLine } from '../../flows/imports/import-events.ts';
import { checkVerdict } from '../../flows/outcomes/record-outcome.ts';
import { EventBody, MAX_EVENT_BYTES, parseEventBody } from '../../http/input/event-body.ts';
import { schemaFailure } from '../../http/input/schema-issues.ts';
import { OutcomeBody, submissionOf } from '../../http/schemas/outcome.ts';
import { closed, oneOf } from '../../http/schemas/schema.ts';
import type { Submission } from '../../outcomes/revision.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { KEY_KINDS } from '../../vocabulary/words.ts';
import { jsonOfLine } from './json-line.ts';

/** Bytes, as for a live event (contract 1). */
export const MAX_LINE_BYTES = MAX_EVENT_BYTES;

const ImportLine = closed({
  ...EventBody.properties,
  occurred_at: Type.String({ maxLength: 40 }),
  credential: Type.Optional(oneOf(KEY_KINDS)),
  outcome: Type.Optional(OutcomeBody),
});
type ImportLine = Static<typeof ImportLine>;

/** Compiled when the first line is read: other commands need not wait for it. */
let compiled: ValidateFunction<ImportLine> | null = null;

/**
 * The event of a line; null stands for a line that was too long. `now` in ms.
 * @throws Failure `invalid` with every wrong place.
 */
export function readImportLine(bytes: Uint8Array | null, now: number): PastLine {
  const line = jsonOfLine(bytes, MAX_LINE_BYTES);
  compiled ??= new Ajv({ allErrors: true, allowUnionTypes: true }).compile<ImportLine>(ImportLine);
  if (!compiled(line)) throw schemaFailure(compiled.errors ?? [], 'body');
  const { credential = 'secret', outcome, ...body } = line;
  // The line is a backend's word on what came with which key: it may say of a public-key event what a browser may not.
  const input = parseEventBody(body, 'secret', { address: null, userAgent: null }, null, now);
  const { occurredAt, imported, ...rest } = input;
  if (occurredAt === null) throw invalid({ pointer: '/occurred_at', code: 'required', detail: 'Is required.' });
  return {
    input: { ...rest, occurredAt, credential },
    outcome: outcome === undefined ? null : outcomeIn(outcome),
  };
}

/** What is submitted with a line; the door leaves this one rule to the flow, which comes too late for a line. */
function outcomeIn(body: OutcomeBody): Submission {
  const submission = submissionOf(body);
  checkVerdict(submission, '/outcome');
  return submission;
}
