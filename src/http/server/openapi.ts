// The reference of the API, OpenAPI 3.1, generated from the route table; and the page that shows it.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import Type from 'typebox';
import type { CredentialKind } from '../../access/credential.ts';
import { SHARED_SCHEMAS } from '../schemas/index.ts';
import { named } from '../schemas/schema.ts';
import { PROBLEM_TYPE, ProblemSchema } from './problem.ts';
import { declaredErrorStatuses, type ResponseDeclaration, type Route, TAGS } from './route-table.ts';
import { CONTENT_SECURITY_POLICY } from './security-headers.ts';

/** Version of the API as described; the paths carry `/v1`. */
const API_VERSION = '1.0.0';

const SECURITY_SCHEMES = {
  public_key: {
    type: 'http',
    scheme: 'bearer',
    description: 'A public key, `pub_test_…` or `pub_live_…`. It stands in browser code and may send events alone.',
  },
  secret_key: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret key, `sec_test_…` or `sec_live_…`. For the customer’s backend alone.',
  },
  session: { type: 'http', scheme: 'bearer', description: 'The token of a dashboard session.' },
} as const;

const SCHEME_OF: Readonly<Record<CredentialKind, keyof typeof SECURITY_SCHEMES>> = {
  public: 'public_key',
  secret: 'secret_key',
  session: 'session',
};

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The message is malformed: no Host, or a body that is no JSON or no valid UTF-8.',
  401: 'No valid credential, or a kind that is not accepted here.',
  403: 'Data of another environment or organization, or a role that does not allow this.',
  404: 'There is nothing of this name in your environment.',
  405: 'The path does not serve this method.',
  409: 'The state of things conflicts with this request.',
  413: 'The body is too large.',
  415: 'The body is not plain application/json in UTF-8.',
  422: 'The input is invalid; `errors` names every wrong place.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'Something went wrong inside the service.',
  503: 'Storage cannot take this now; `Retry-After` says when to come back.',
};

/** Registers the generator before the routes, so that it sees them, and the page behind `/docs`. */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version: API_VERSION,
        description: 'Fraud-risk decisions: which device is this, how risky is it, what to do.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This service.' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `def-${index}`) },
    transform: ({ url, route }) => ({
      schema: route.config?.route === undefined ? { hide: true } : documented(route.config.route),
      url,
    }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Its icons are data: images; nothing else is looser than elsewhere.
    staticCSP: `${CONTENT_SECURITY_POLICY}; img-src 'self' data:`,
    theme: { title: 'Assay API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, persistAuthorization: false },
  });
}

/** What the document says of a route; the checks read the same declaration. */
function documented(route: Route): FastifySchema {
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
  const good = Object.entries(route.responses).map(([status, shape]) => [status, success(shape)]);
  const bad = declaredErrorStatuses(route).map((status) => [String(status), refusal(status)]);
  return Object.fromEntries([...good, ...bad]);
}

function success(shape: ResponseDeclaration): unknown {
  const headers = Object.fromEntries(
    Object.entries(shape.headers ?? {}).map(([name, description]) => [name, { type: 'string', description }]),
  );
  const common = { description: shape.description, ...(shape.headers === undefined ? {} : { headers }) };
  if (shape.body === undefined) return { ...common, type: 'null' };
  const streamed = shape.streamed === undefined ? {} : { [shape.streamed]: { schema: Type.String() } };
  return { ...common, content: { [shape.type ?? 'application/json']: { schema: shape.body }, ...streamed } };
}

function refusal(status: number): unknown {
  const retry = status === 429 || status === 503;
  return {
    description: REFUSALS[status] ?? 'Refused.',
    ...(retry ? { headers: { 'Retry-After': { type: 'integer', description: 'Seconds to wait.' } } } : {}),
    content: { [PROBLEM_TYPE]: { schema: named(ProblemSchema) } },
  };
}
