// Serves files to browsers: the dashboard at `/`, and the SDK and demo folders.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isPreflight, PREFLIGHT_HEADERS } from '../auth/origins.ts';
import type { RejectUnknownRoute } from './error-handler.ts';
import type { ServerOptions } from './options.ts';
import { serveFiles } from './public-files.ts';

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
const HASHED_NAME = /[.-][A-Za-z0-9_-]{8,}\.(?:js|css|woff2)$/;

export function installPages(
  app: FastifyInstance,
  options: ServerOptions,
  rejectUnknownRoute: RejectUnknownRoute,
): void {
  installPreflight(app, rejectUnknownRoute);
  for (const { prefix, directory, crossOrigin } of options.staticRoots) {
    if (existsSync(directory)) serveFolder(app, prefix, directory, crossOrigin);
  }
  // Without the built documentation, the console still describes every endpoint.
  if (!options.staticRoots.some(({ prefix, directory }) => prefix === '/docs/' && existsSync(directory))) {
    app.get('/docs', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs/console'));
  }
  const { dashboardDirectory } = options;
  if (dashboardDirectory !== null && existsSync(join(dashboardDirectory, 'index.html'))) {
    serveFolder(app, '/', dashboardDirectory, false);
  } else {
    app.get('/', { schema: { hide: true } }, (_request, reply) => {
      reply.header('content-type', 'text/html; charset=utf-8').send(NOT_BUILT);
    });
  }
}

function serveFolder(app: FastifyInstance, prefix: string, directory: string, crossOrigin: boolean): void {
  serveFiles(app, prefix, directory, (path) => ({
    'cache-control': HASHED_NAME.test(path) ? IMMUTABLE : 'no-cache',
    ...(crossOrigin ? { 'access-control-allow-origin': '*' } : {}),
  }));
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
