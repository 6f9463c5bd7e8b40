// Compiles the schemas of most routes when they are first needed. Fastify compiles all of them at startup, those of GET again for
// HEAD: half of the CPU of a start.
import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type Compilers = Required<NonNullable<SchemaController['compilersFactory']>>;
/** Reuses one Ajv for equal options, which takes 100 ms to create. */
const validatorPool = AjvCompiler();

type ValidatorCompiler = (route: { schema: unknown; url: string }) => { (value: unknown): unknown; errors?: unknown };

/**
 * Fastify's own compilers, called for each schema with the first value to validate or to serialize, or at startup for those of
 * `eagerUrl`, whose first request must not wait 100 ms.
 */
export function lazyCompilers(eagerUrl: string): SchemaController {
  return { compilersFactory: { buildValidator: lazyValidators(eagerUrl), buildSerializer: lazySerializers(eagerUrl) } };
}

function lazyValidators(eagerUrl: string): Compilers['buildValidator'] {
  const compilerOf = (...options: Parameters<typeof validatorPool>): ValidatorCompiler => {
    const compile = once((schema) => (validatorPool(...options) as ValidatorCompiler)({ schema, url: '' }));
    return ({ schema, url }) => {
      if (url === eagerUrl) compile(schema);
      // Fastify reads `errors` of the function that it has called.
      const validator: ReturnType<ValidatorCompiler> = (value) => {
        const validate = compile(schema);
        const isValid = validate(value);
        validator.errors = validate.errors;
        return isValid;
      };
      return validator;
    };
  };
  return compilerOf as unknown as Compilers['buildValidator'];
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
