// Turns the errors of the schema validator into issues with stable codes and readable sentences.
import type { FastifySchemaValidationError } from 'fastify';
import { Failure, type ValidationIssue } from '../../vocabulary/failure.ts';
import { formatCount, formatNumber } from '../../vocabulary/format-count.ts';
import type { IssueCode } from '../../vocabulary/issue-codes.ts';
import { nearest } from '../../vocabulary/nearest.ts';
import { patternSentence } from '../schemas/patterns.ts';
import { MAX_ISSUES } from '../server/problem.ts';
import { escapePointer } from './json-body.ts';
import { TRIM } from './trim-keyword.ts';

/** An error of Ajv with the options below: Fastify's type, and the schema that rejected the value. */
interface SchemaError extends FastifySchemaValidationError {
  parentSchema?: Readonly<Record<string, unknown>>;
}

/** Options of every validator whose errors are handled here. `verbose` includes the fields that an unknown one is compared with. */
export const SCHEMA_OPTIONS = { allErrors: true, allowUnionTypes: true, verbose: true, keywords: [TRIM] };

const MAX_POINTER_LENGTH = 1_000;
/** Most known names that are listed with an unknown one. */
const MAX_LISTED_NAMES = 16;
/** Only this much of an unknown name is compared: the comparison takes the product of both lengths. */
const MAX_GUESSED_LENGTH = 40;

/** Code and sentence for each schema keyword that the routes use. */
const BY_KEYWORD: Readonly<Record<string, (params: Record<string, unknown>) => readonly [IssueCode, string]>> = {
  type: (params) => ['wrong_type', `Must be ${article(params.type)}.`],
  required: () => ['required', 'Is required.'],
  additionalProperties: () => ['unknown_field', 'Unknown field.'],
  enum: (params) => ['not_allowed', `Must be one of: ${words(params.allowedValues)}.`],
  const: (params) => ['not_allowed', `Must be ${JSON.stringify(params.allowedValue)}.`],
  pattern: ({ pattern }) => ['bad_format', patternSentence(String(pattern))],
  format: (params) => ['bad_format', `Must be a valid ${String(params.format)}.`],
  minLength: (params) => ['too_short', `Must have at least ${formatCount(Number(params.limit), 'character')}.`],
  maxLength: (params) => ['too_long', `Must have at most ${formatCount(Number(params.limit), 'character')}.`],
  minimum: (params) => ['out_of_range', `Must be at least ${formatNumber(Number(params.limit))}.`],
  maximum: (params) => ['out_of_range', `Must be at most ${formatNumber(Number(params.limit))}.`],
  exclusiveMinimum: (params) => ['out_of_range', `Must be greater than ${formatNumber(Number(params.limit))}.`],
  exclusiveMaximum: (params) => ['out_of_range', `Must be less than ${formatNumber(Number(params.limit))}.`],
  minItems: (params) => ['too_few', `Must have at least ${formatCount(Number(params.limit), 'item')}.`],
  maxItems: (params) => ['too_many', `Must have at most ${formatCount(Number(params.limit), 'item')}.`],
  minProperties: (params) => ['too_few', `Must have at least ${formatCount(Number(params.limit), 'field')}.`],
  maxProperties: (params) => ['too_many', `Must have at most ${formatCount(Number(params.limit), 'field')}.`],
  uniqueItems: () => ['repeated', 'Must not contain duplicates.'],
};

/** A union reports each of its branches; only the errors inside the branches help the caller. */
const WRAPPERS = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not', 'propertyNames', 'nullable']);

/** The failure for a body or a query that does not fit its schema. `part` is Fastify's word for the part of the request. */
export function schemaFailure(errors: readonly SchemaError[], part: string | undefined): Failure {
  const isQuery = part === 'querystring';
  const issues: ValidationIssue[] = [];
  const seen = new Set<string>();
  for (const error of errors) {
    if (WRAPPERS.has(error.keyword) && errors.length > 1) continue;
    const issue = isQuery ? parameterIssue(error) : bodyIssue(error);
    const key = `${issue.pointer} ${issue.code}`;
    if (!seen.has(key)) issues.push(issue);
    seen.add(key);
    if (issues.length === MAX_ISSUES) break;
  }
  const first: ValidationIssue = issues[0] ?? {
    pointer: '',
    code: 'invalid',
    detail: 'The input does not fit its schema.',
  };
  const what = isQuery ? 'A query parameter is invalid' : 'The body is invalid';
  const detail = first.pointer === '' ? `${what}: ${first.detail}` : `${what}: ${first.pointer}: ${first.detail}`;
  return new Failure('invalid', 'invalid_input', detail, { issues: issues.length === 0 ? [first] : issues });
}

function bodyIssue(error: SchemaError): ValidationIssue {
  const [code, detail] = describe(error);
  const key = keyOf(error);
  const path = cut(error.instancePath);
  return {
    pointer: key === null ? path : `${path}/${escapePointer(key)}`,
    code,
    detail: detail + known(error, 'fields'),
  };
}

function parameterIssue(error: SchemaError): ValidationIssue {
  const [code, detail] = describe(error);
  const key = keyOf(error);
  if (code === 'unknown_field') {
    return {
      pointer: escapePointer(key ?? ''),
      code: 'unknown_parameter',
      detail: `Unknown parameter.${known(error, 'parameters')}`,
    };
  }
  const name = error.instancePath.split('/')[1] ?? '';
  return { pointer: key === null ? cut(name) : escapePointer(key), code, detail };
}

function describe(error: SchemaError): readonly [code: IssueCode, detail: string] {
  return BY_KEYWORD[error.keyword]?.(error.params) ?? ['invalid', 'Does not fit its schema.'];
}

/** The missing or unknown key, which is among the error's parameters, not in its path. */
function keyOf(error: SchemaError): string | null {
  const key = error.params.missingProperty ?? error.params.additionalProperty;
  return typeof key === 'string' ? key : null;
}

/** For an unknown name: the known name that it resembles, or all known names if they are few; else nothing. */
function known({ keyword, params, parentSchema }: SchemaError, what: 'fields' | 'parameters'): string {
  if (keyword !== 'additionalProperties' || typeof params.additionalProperty !== 'string') return '';
  const names = Object.keys((parentSchema?.properties as object | undefined) ?? {});
  const guess = nearest(params.additionalProperty.slice(0, MAX_GUESSED_LENGTH), names);
  if (guess !== null) return ` Did you mean ${guess}?`;
  return names.length === 0 || names.length > MAX_LISTED_NAMES ? '' : ` Known ${what}: ${names.join(', ')}.`;
}

function cut(path: string): string {
  return path.length > MAX_POINTER_LENGTH ? `${path.slice(0, MAX_POINTER_LENGTH)}…` : path;
}

function words(values: unknown): string {
  const list = Array.isArray(values) ? values : [];
  return list.map((value) => String(value)).join(', ');
}

function article(type: unknown): string {
  const names = (Array.isArray(type) ? type : [type]).map(String);
  return names.map((name) => (/^[aio]/.test(name) ? `an ${name}` : name === 'null' ? name : `a ${name}`)).join(' or ');
}
