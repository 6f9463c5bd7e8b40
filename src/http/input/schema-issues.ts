// Turns the schema validator's findings into wrong places with stable codes, in words a person understands.
import type { FastifySchemaValidationError } from 'fastify';
import { Failure, type ValidationIssue } from '../../vocabulary/failure.ts';
import { escapePointer } from './json-body.ts';

type Finding = FastifySchemaValidationError;

/** Code and sentence of each schema keyword that the routes use. */
const FINDINGS: Readonly<Record<string, (params: Record<string, unknown>) => readonly [string, string]>> = {
  type: (params) => ['wrong_type', `Must be ${article(params.type)}.`],
  required: () => ['required', 'Must be given.'],
  additionalProperties: () => ['unknown_field', 'This field is not known here.'],
  unevaluatedProperties: () => ['unknown_field', 'This field is not known here.'],
  enum: (params) => ['not_allowed', `Must be one of: ${words(params.allowedValues)}.`],
  const: (params) => ['not_allowed', `Must be ${JSON.stringify(params.allowedValue)}.`],
  pattern: (params) => ['bad_format', `Must match ${String(params.pattern)}.`],
  format: (params) => ['bad_format', `Must be a valid ${String(params.format)}.`],
  minLength: (params) => ['too_short', `Must have at least ${String(params.limit)} characters.`],
  maxLength: (params) => ['too_long', `May have at most ${String(params.limit)} characters.`],
  minimum: (params) => ['out_of_range', `Must be at least ${String(params.limit)}.`],
  maximum: (params) => ['out_of_range', `May be at most ${String(params.limit)}.`],
  exclusiveMinimum: (params) => ['out_of_range', `Must be more than ${String(params.limit)}.`],
  exclusiveMaximum: (params) => ['out_of_range', `Must be less than ${String(params.limit)}.`],
  minItems: (params) => ['too_few', `Must have at least ${String(params.limit)} items.`],
  maxItems: (params) => ['too_many', `May have at most ${String(params.limit)} items.`],
  minProperties: (params) => ['too_few', `Must have at least ${String(params.limit)} fields.`],
  maxProperties: (params) => ['too_many', `May have at most ${String(params.limit)} fields.`],
  uniqueItems: () => ['repeated', 'Its items must differ from each other.'],
};

/** A union reports each of its branches; what helps the caller are the findings inside them. */
const NOISE = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not', 'propertyNames', 'nullable']);

/** The refusal for a body or query that does not fit its schema. `part` is Fastify's word for where it was found. */
export function schemaFailure(findings: readonly Finding[], part: string | undefined): Failure {
  const places: ValidationIssue[] = [];
  const seen = new Set<string>();
  for (const finding of findings) {
    if (NOISE.has(finding.keyword) && findings.length > 1) continue;
    const place = part === 'querystring' ? parameterPlace(finding) : bodyPlace(finding);
    const mark = `${place.pointer} ${place.code}`;
    if (!seen.has(mark)) places.push(place);
    seen.add(mark);
  }
  const first = places[0] ?? { pointer: '', code: 'invalid', detail: 'The input does not fit its schema.' };
  const where = part === 'querystring' ? 'A query parameter is invalid' : 'The body is invalid';
  return new Failure('invalid', 'invalid_input', `${where}: ${first.pointer || 'the whole'}: ${first.detail}`, {
    places: places.length === 0 ? [first] : places,
  });
}

function bodyPlace(finding: Finding): ValidationIssue {
  const [code, detail] = sayFinding(finding);
  const key = namedKey(finding);
  const path = cut(finding.instancePath);
  return { pointer: key === null ? path : `${path}/${escapePointer(key)}`, code, detail };
}

function parameterPlace(finding: Finding): ValidationIssue {
  const [code, detail] = sayFinding(finding);
  const key = namedKey(finding);
  if (code === 'unknown_field') {
    return {
      pointer: escapePointer(key ?? ''),
      code: 'unknown_parameter',
      detail: 'This parameter is not known here.',
    };
  }
  const name = finding.instancePath.split('/')[1] ?? '';
  return { pointer: key === null ? cut(name) : escapePointer(key), code, detail };
}

function sayFinding(finding: Finding): readonly [string, string] {
  const say = FINDINGS[finding.keyword];
  return say === undefined ? ['invalid', 'Does not fit its schema.'] : say(finding.params);
}

/** The key that is missing or too much: it stands in the finding's parameters, not in its path. */
function namedKey(finding: Finding): string | null {
  const key = finding.params.missingProperty ?? finding.params.additionalProperty ?? finding.params.unevaluatedProperty;
  return typeof key === 'string' ? key : null;
}

function cut(path: string): string {
  return path.length > 1_000 ? `${path.slice(0, 1_000)}…` : path;
}

function words(values: unknown): string {
  const list = Array.isArray(values) ? values : [];
  return list.map((value) => String(value)).join(', ');
}

function article(type: unknown): string {
  const names = (Array.isArray(type) ? type : [type]).map(String);
  return names.map((name) => (/^[aio]/.test(name) ? `an ${name}` : name === 'null' ? name : `a ${name}`)).join(' or ');
}
