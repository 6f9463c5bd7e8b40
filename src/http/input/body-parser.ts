// Bodies are JSON in UTF-8 or nothing: one parser that reads the raw bytes once, and 415 for everything else.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from '../../vocabulary/failure.ts';
import { HttpProblem } from '../server/problem.ts';
import { readJson } from './json-body.ts';

/** What may follow `application/json`: nothing, or the one encoding JSON has. */
const JSON_UTF8 = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

export function installBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parse(request, body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

function parse(request: FastifyRequest, bytes: Buffer): unknown {
  const type = request.raw.headers['content-type'] ?? '';
  if (type !== 'application/json' && !JSON_UTF8.test(type)) {
    throw new HttpProblem(415, 'unsupported_media_type', 'The body must be application/json in UTF-8.');
  }
  request.bodyBytes = bytes;
  const { route } = request.routeOptions.config;
  if (route === undefined || route.body !== undefined) return readJson(bytes);
  // Many clients send the content type, and some an empty object, where nothing is to be said.
  const said = bytes.length === 0 ? {} : readJson(bytes);
  if (typeof said === 'object' && said !== null && Object.keys(said).length === 0) return undefined;
  throw invalid({ pointer: '', code: 'unknown_field', detail: 'This endpoint takes no body.' });
}
