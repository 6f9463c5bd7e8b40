// Serves files to browsers from memory, with ETags: any number of slow readers share the bytes and hold no descriptor.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pacedBody } from './paced-body.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Encodings that a build may put next to a file, by extension; preferred first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const INDEX = /(?:^|\/)index\.html$/;

interface Variant {
  encoding: string | null;
  bytes: Buffer;
  etag: string;
}

/** A file; compressed forms come before the plain one. */
interface PublicFile {
  /** Relative to its folder, with slashes. */
  path: string;
  type: string;
  variants: readonly Variant[];
}

/** Every file below `directory`, read once. */
function loadFiles(directory: string): PublicFile[] {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return paths
    .filter((path) => !ENCODINGS.some(([, extension]) => path.endsWith(extension) && existsSync(path.slice(0, -3))))
    .map((path) => {
      const compressed = ENCODINGS.filter(([, extension]) => existsSync(path + extension)).map(
        ([encoding, extension]) => variant(encoding, readFileSync(path + extension)),
      );
      return {
        path: path.slice(directory.length).replaceAll('\\', '/').replace(/^\/+/, ''),
        type: TYPES[extname(path)] ?? 'application/octet-stream',
        variants: [...compressed, variant(null, readFileSync(path))],
      };
    });
}

function variant(encoding: string | null, bytes: Buffer): Variant {
  return { encoding, bytes, etag: contentTag(bytes) };
}

/** A strong ETag: the first 128 bits of the SHA-256 of the content. */
export function contentTag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Whether the client already has the content with this tag (RFC 9110, 13.1.2). */
export function isNotModified(request: FastifyRequest, etag: string): boolean {
  const given = request.raw.headers['if-none-match'];
  return given?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}

/**
 * Only files that exist when the server starts become routes. An `index.html` is also served at its folder's path, and the path of
 * another page redirects to it even without its extension, because people type `/docs/guide/start`. `headersOf` returns the headers
 * of a file beyond its type, or null for a file that is not served.
 */
export function serveFiles(
  app: FastifyInstance,
  prefix: string,
  directory: string,
  headersOf: (path: string) => Readonly<Record<string, string>> | null,
): void {
  const files = loadFiles(directory);
  const folders = new Set(files.filter(({ path }) => INDEX.test(path)).map(({ path }) => path.replace(INDEX, '')));
  for (const file of files) {
    const more = headersOf(file.path);
    if (more === null) continue;
    const headers = { 'content-type': file.type, ...more };
    const handler = (request: FastifyRequest, reply: FastifyReply) => send(file, headers, request, reply);
    app.get(prefix + file.path, { schema: { hide: true } }, handler);
    const page = file.path.replace(/\.html$/, '');
    if (INDEX.test(file.path)) {
      const folder = `${prefix}${file.path.replace(INDEX, '')}/`.replace(/\/+$/, '/');
      app.get(folder, { schema: { hide: true } }, handler);
      // Without the trailing slash, the relative URLs of the page would resolve to the wrong folder.
      if (folder !== '/') redirect(app, folder.slice(0, -1), folder);
    } else if (page !== file.path && !folders.has(page)) {
      redirect(app, prefix + page, prefix + file.path);
    }
  }
}

function redirect(app: FastifyInstance, from: string, to: string): void {
  app.get(from, { schema: { hide: true } }, (_, reply) => reply.redirect(to));
}

function send(
  file: PublicFile,
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const accepted = request.raw.headers['accept-encoding'] ?? '';
  const { encoding, bytes, etag } = file.variants.find((one) => accepts(accepted, one.encoding)) as Variant;
  reply.headers(headers).header('etag', etag);
  if (file.variants.length > 1) reply.header('vary', 'accept-encoding');
  if (isNotModified(request, etag)) return reply.code(304).send();
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.header('content-length', bytes.length).send(pacedBody(bytes, request));
}

function accepts(accepted: string, encoding: string | null): boolean {
  return (
    encoding === null || new RegExp(`(?:^|[ ,])${encoding}(?! *; *q=0(?:\\.0*)?(?:,|$))(?:[ ,;]|$)`).test(accepted)
  );
}
