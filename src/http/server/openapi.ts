// Generates the OpenAPI 3.1 document from the route table, and serves the console that sends requests.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import Type from 'typebox';
import type { CredentialKind } from '../../access/credential.ts';
import { SHARED_SCHEMAS } from '../schemas/index.ts';
import { named } from '../schemas/schema.ts';
import { completeDocument } from './openapi-document.ts';
import { PROBLEM_TYPE, ProblemSchema } from './problem.ts';
import { declaredErrorStatuses, type ResponseDeclaration, type Route, TAGS } from './route-table.ts';
import { CONTENT_SECURITY_POLICY } from './security-headers.ts';

/** Version of the API as described; the paths carry `/v1`. */
const API_VERSION = '1.0.0';

const SECURITY_SCHEMES = {
  public_key: {
    type: 'http',
    scheme: 'bearer',
    description: 'A public key, `pub_test_…` or `pub_live_…`. For browser code; it can only send events.',
  },
  secret_key: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret key, `sec_test_…` or `sec_live_…`. Only for the customer’s backend.',
  },
  session: { type: 'http', scheme: 'bearer', description: 'The token of a dashboard session.' },
} as const;

const SCHEME_OF: Readonly<Record<CredentialKind, keyof typeof SECURITY_SCHEMES>> = {
  public: 'public_key',
  secret: 'secret_key',
  session: 'session',
};

const ERROR_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The message is malformed: no Host, or a body that is not JSON or not valid UTF-8.',
  401: 'No valid credential, or a kind of credential that the endpoint does not accept.',
  403: 'The resource belongs to another environment or organization, or the role does not allow the action.',
  404: 'The resource does not exist.',
  405: 'The path does not support this method.',
  409: 'The request conflicts with the current state.',
  413: 'The body is too large.',
  415: 'The body is not plain application/json in UTF-8.',
  422: 'The input is invalid; `errors` lists every issue.',
  429: 'Too many requests; `Retry-After` gives the seconds to wait.',
  500: 'An internal error.',
  503: 'Storage is unavailable; `Retry-After` gives the seconds to wait.',
};

/** Registers the generator, which must precede the routes to collect them, and the console at `/docs/console`, which sends requests. */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version: API_VERSION,
        description: 'Fraud-risk decisions: which device an event came from, how risky it is, and what to do about it.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This service.' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `def-${index}`) },
    transform: ({ url, route }) => ({
      schema: route.config?.route === undefined ? { hide: true } : operation(route.config.route),
      url,
    }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs/console',
    // The icons of the page are data: images; otherwise the policy is the same as everywhere.
    staticCSP: `${CONTENT_SECURITY_POLICY}; img-src 'self' data:`,
    theme: { title: 'Assay API' },
    transformSpecification: (document) => completeDocument(document),
    transformSpecificationClone: true,
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, persistAuthorization: false },
  });
}

const texts = new WeakMap<FastifyInstance, string>();

/** The complete document as JSON; built at the first request, because the routes never change. */
export function openApiText(app: FastifyInstance): string {
  const known = texts.get(app);
  if (known !== undefined) return known;
  const text = JSON.stringify(completeDocument(app.swagger()));
  texts.set(app, text);
  return text;
}

/** A route as the document describes it, from the declaration that validation uses. */
function operation(route: Route): FastifySchema {
  const { credentials } = route;
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.tag],
    security: credentials === 'none' ? [] : credentials.map((kind) => ({ [SCHEME_OF[kind]]: [] })),
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(route.headers === undefined ? {} : { headers: route.headers }),
    ...(route.query === undefined ? {} : { querystring: route.query }),
    ...(route.body === undefined ? {} : { body: route.body }),
    response: responses(route),
  } as FastifySchema;
}

function responses(route: Route): Record<string, unknown> {
  const success = Object.entries(route.responses).map(([status, declaration]) => [
    status,
    successResponse(declaration),
  ]);
  const errors = declaredErrorStatuses(route).map((status) => [String(status), errorResponse(status)]);
  return Object.fromEntries([...success, ...errors]);
}

function successResponse(declaration: ResponseDeclaration): unknown {
  const { description, body, type = 'application/json', streamed } = declaration;
  const headers = Object.entries(declaration.headers ?? {}).map(([name, text]) => [
    name,
    { type: 'string', description: text },
  ]);
  const common = { description, ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }) };
  if (body === undefined) return { ...common, type: 'null' };
  const stream = streamed === undefined ? {} : { [streamed]: { schema: Type.String() } };
  return { ...common, content: { [type]: { schema: body }, ...stream } };
}

function errorResponse(status: number): unknown {
  const retry = status === 429 || status === 503;
  return {
    description: ERROR_DESCRIPTIONS[status] ?? 'An error.',
    ...(retry ? { headers: { 'Retry-After': { type: 'integer', description: 'Seconds to wait.' } } } : {}),
    content: { [PROBLEM_TYPE]: { schema: named(ProblemSchema) } },
  };
}
