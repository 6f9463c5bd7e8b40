// Generates the OpenAPI 3.1 document from the route table, and serves the console that sends requests.
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import Type from 'typebox';
import type { CredentialKind } from '../../access/credential.ts';
import { SHARED_SCHEMAS } from '../schemas/index.ts';
import { named } from '../schemas/schema.ts';
import { CONSOLE_THEME } from './console-theme.ts';
import { completeDocument } from './openapi-document.ts';
import { HttpProblem, PROBLEM_TYPE, ProblemSchema } from './problem.ts';
import { contentTag, serveFiles } from './public-files.ts';
import { declaredErrorStatuses, type ResponseDeclaration, type Route, TAGS } from './route-table.ts';
import { CONTENT_SECURITY_POLICY } from './security-headers.ts';
import type { PublicDocument } from './services.ts';

/** The path of the console; `/docs` is the reference, which `npm run docs` builds. */
const CONSOLE = '/docs/console';

/** The files of the console, as its package distributes them. */
const STATIC_DIRECTORY = fileURLToPath(new URL('static', import.meta.resolve('@fastify/swagger-ui')));

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
  422: 'The input is invalid; `errors` lists every issue, up to 50; of a body with more than 2,000 values only the first.',
  429: 'Too many requests; `Retry-After` gives the seconds to wait.',
  431: 'More than 200 headers, or headers of more than 16 KiB.',
  500: 'An internal error.',
  503: 'Storage is unavailable; `Retry-After` gives the seconds to wait.',
};

/**
 * Registers the generator, which must precede the routes to collect them, and the page at `/docs`. `version` is that of the
 * program; the paths contain the version of the API, `/v1`.
 */
export async function installOpenApi(app: FastifyInstance, version: string): Promise<void> {
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version,
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
  // The icons of the page are data: images; otherwise the policy is the same as everywhere.
  const policy = `${CONTENT_SECURITY_POLICY}; img-src 'self' data:`;
  // These paths precede those of the page, which reads its files from disk for each request.
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-cache' };
  // The page has its own route for its index, which redirects.
  serveFiles(app, `${CONSOLE}/static/`, STATIC_DIRECTORY, (path) => (path === 'index.html' ? null : headers));
  // Any other path of the page's own file server does not exist, or is another spelling of a file above.
  app.addHook('onRequest', (request, _reply, done) => {
    const isLeft = request.routeOptions.url === `${CONSOLE}/static/*`;
    done(isLeft ? new HttpProblem(404, 'path_not_found', 'This path does not exist.') : undefined);
  });
  await app.register(swaggerUi, {
    routePrefix: CONSOLE,
    staticCSP: policy,
    uiHooks: { onRequest: redirectToDocument },
    theme: CONSOLE_THEME,
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, persistAuthorization: false },
  });
}

/** The page would generate the document again for each request of `json` (10 ms) or `yaml`. */
function redirectToDocument(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (/\/(?:json|yaml)(?:\?|$)/.test(request.raw.url ?? '')) reply.redirect('/openapi.json');
  else done();
}

/** The description of the API as text: generated once, when all routes are registered. */
export function openApiDocument(app: FastifyInstance): () => PublicDocument {
  let document: PublicDocument | undefined;
  return () => {
    if (document === undefined) {
      const bytes = Buffer.from(JSON.stringify(completeDocument(app.swagger())));
      document = { bytes, etag: contentTag(bytes) };
    }
    return document;
  };
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
  const stream = Object.fromEntries((streamed ?? []).map((media) => [media, { schema: Type.String() }]));
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
