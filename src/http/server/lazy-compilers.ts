// Compiles the schemas of most routes when they are first needed. Fastify compiles all of them at startup, those of GET again for
// HEAD: half of the CPU of a start.
import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type Compilers = Required<NonNullable<SchemaController['compilersFactory']>>;
/** Reuses one Ajv for equal options, which takes 100 ms to create. */
const validatorPool = AjvCompiler();
/**
 * Values of an input of which every issue is reported. Each unknown field and each wrong item is an issue: to report those of 256 KB of
 * unknown fields, which anybody may send with a public key, took 0.2 s.
 */
const MAX_EXAMINED = 2_000;

type Validator = { (value: unknown): unknown; errors?: unknown };
type ValidatorCompiler = (route: { schema: unknown; url: string }) => Validator;

/**
 * Fastify's own compilers, called for each schema with the first value to validate or to serialize, or at startup for those of
 * `eagerUrl`, whose first request must not wait 100 ms.
 */
export function lazyCompilers(eagerUrl: string): SchemaController {
  return { compilersFactory: { buildValidator: lazyValidators(eagerUrl), buildSerializer: lazySerializers(eagerUrl) } };
}

function lazyValidators(eagerUrl: string): Compilers['buildValidator'] {
  const compilerOf = (...[shared, options]: Parameters<typeof validatorPool>): ValidatorCompiler => {
    const compileWith = (custom: object) => {
      const all = { ...options, customOptions: { ...options?.customOptions, ...custom } };
      return once((schema) => (validatorPool(shared, all) as ValidatorCompiler)({ schema, url: '' }));
    };
    const compile = compileWith({});
    const compileUntilFirst = compileWith({ allErrors: false });
    return ({ schema, url }) => {
      if (url === eagerUrl) compile(schema);
      // Fastify reads `errors` of the function that it has called.
      const validator: Validator = (value) => {
        const validate = valuesLeft(value, MAX_EXAMINED) < 0 ? compileUntilFirst(schema) : compile(schema);
        const isValid = validate(value);
        validator.errors = validate.errors;
        return isValid;
      };
      return validator;
    };
  };
  return compilerOf as unknown as Compilers['buildValidator'];
}

/** `left` without the values in `value`, itself included; below zero as soon as there are more. */
function valuesLeft(value: unknown, left: number): number {
  if (typeof value !== 'object' || value === null) return left - 1;
  if (Array.isArray(value) && value.length > left) return -1;
  let rest = left - 1;
  for (const key in value) {
    if (rest < 0) break;
    rest = valuesLeft((value as Record<string, unknown>)[key], rest);
  }
  return rest;
}

function lazySerializers(eagerUrl: string): Compilers['buildSerializer'] {
  const build = SerializerSelector();
  return (...options) => {
    const compile = once((schema) => build(...options)({ schema, method: '', url: '', httpStatus: '' }));
    return ({ schema, url }) => {
      if (url === eagerUrl) compile(schema);
      return (value) => compile(schema)(value);
    };
  };
}

/** Caches the result of compiling each schema. */
function once<Compiled>(compile: (schema: unknown) => Compiled): (schema: unknown) => Compiled {
  const compiled = new Map<unknown, Compiled>();
  return (schema) => {
    const existing = compiled.get(schema);
    if (existing !== undefined) return existing;
    const created = compile(schema);
    compiled.set(schema, created);
    return created;
  };
}
