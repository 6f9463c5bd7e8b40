// Serves files to browsers: the dashboard at `/`, and the SDK and demo folders.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isPreflight, PREFLIGHT_HEADERS } from '../auth/origins.ts';
import type { RejectUnknownRoute } from './error-handler.ts';
import type { ServerOptions } from './options.ts';

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Assay</title></head>
<body>
<h1>Assay is running</h1>
<p>The dashboard is not built yet. Run <code>npm start</code> to build it, then reload this page.</p>
<p>The API reference is at <a href="/docs">/docs</a>.</p>
</body>
</html>
`;

/** One year; only for files whose name contains a digest of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

export async function installPages(
  app: FastifyInstance,
  options: ServerOptions,
  rejectUnknownRoute: RejectUnknownRoute,
): Promise<void> {
  installPreflight(app, rejectUnknownRoute);
  for (const { prefix, directory, crossOrigin } of options.staticRoots) {
    if (existsSync(directory)) await serveFolder(app, prefix, directory, crossOrigin);
  }
  // Without the built documentation, the console still describes every endpoint.
  if (!options.staticRoots.some(({ prefix, directory }) => prefix === '/docs/' && existsSync(directory))) {
    app.get('/docs', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs/console'));
  }
  const { dashboardDirectory } = options;
  if (dashboardDirectory !== null && existsSync(join(dashboardDirectory, 'index.html'))) {
    await serveFolder(app, '/', dashboardDirectory, false);
  } else {
    app.get('/', { schema: { hide: true } }, (_request, reply) => {
      reply.header('content-type', 'text/html; charset=utf-8').send(NOT_BUILT);
    });
  }
}

/** Only files that exist when the server starts become routes; any other path ends in the API's 404. */
async function serveFolder(app: FastifyInstance, prefix: string, root: string, crossOrigin: boolean): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix,
    wildcard: false,
    decorateReply: false,
    cacheControl: false,
    index: ['index.html'],
    // A build may put `.br` and `.gz` next to a file: the SDK has 24 KB, and 10 KB compressed.
    preCompressed: true,
    setHeaders: (response, path) => {
      const hashed = /[.-][A-Za-z0-9_-]{8,}\.(?:js|css|woff2)(?:\.(?:br|gz))?$/.test(path);
      response.header('cache-control', hashed ? IMMUTABLE : 'no-cache');
      if (crossOrigin) response.header('access-control-allow-origin', '*');
    },
  });
  // Without the trailing slash, the relative URLs of the page would resolve to the wrong folder.
  if (prefix !== '/' && existsSync(join(root, 'index.html'))) {
    app.get(prefix.slice(0, -1), { schema: { hide: true } }, (_request, reply) => reply.redirect(prefix));
  }
}

/** Any OPTIONS request that is not a preflight gets the error of an unsupported method. */
function installPreflight(app: FastifyInstance, rejectUnknownRoute: RejectUnknownRoute): void {
  app.options('/v1/events', {
    schema: { hide: true },
    onRequest: async (request) => {
      if (!isPreflight(request)) await rejectUnknownRoute(request);
    },
    handler: (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send(),
  });
}
