// Examples of the parameters that a request needs, and the path that they form.
import { type Components, type DocumentSchema, exampleOf } from './openapi-examples.ts';

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: DocumentSchema;
  example?: unknown;
}

/** Gives an example to each required parameter; the generator has moved those of the schemas here. */
export function addParameterExamples(parameters: readonly Parameter[], components: Components): void {
  for (const parameter of parameters) {
    const { name, required, description, schema } = parameter;
    if (required !== true) continue;
    const named = description === undefined ? schema : { ...schema, description };
    parameter.example ??= exampleOf(named, { components, everyField: false }, name);
  }
}

/** A path of the document with the examples in place of its parameters. */
export function examplePath(path: string, parameters: readonly Parameter[]): string {
  const exampleFor = (name: string) => parameters.find((one) => one.in === 'path' && one.name === name)?.example;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(exampleFor(name))));
}

/** The query of an example request: the parameters that have an example. */
export function exampleQuery(parameters: readonly Parameter[]): { name: string; value: string }[] {
  return parameters
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .map(({ name, example }) => ({ name, value: String(example) }));
}
