// Options of a command are held to the shapes of the API, so that both doors let the same values in.
import { Ajv } from 'ajv';
import type { TSchema } from 'typebox';
import { schemaFailure } from '../http/input/schema-issues.ts';
import { UsageError } from './output.ts';

/** @throws UsageError that names the option, for fields called as the API calls them. */
export function checkInput(shape: TSchema, input: Readonly<Record<string, unknown>>): void {
  const check = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(shape);
  if (check(input)) return;
  const lines = schemaFailure(check.errors ?? [], undefined).issues.map(({ pointer, code, detail }) => {
    const field = pointer.split('/')[1] ?? '';
    if (field === '') return detail;
    const option = `--${field.replaceAll('_', '-')}`;
    // A pattern tells a program what is wrong, and a person nothing.
    const { description } =
      (shape as { properties?: Record<string, { description?: string }> }).properties?.[field] ?? {};
    const said = code === 'bad_format' && typeof description === 'string';
    return said ? `${option} ${input[field]} does not fit. ${description}` : `${option}: ${detail}`;
  });
  throw new UsageError(lines.join('; '));
}
