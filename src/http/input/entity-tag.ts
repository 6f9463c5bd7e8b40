// ETag and If-Match (RFC 9110, 8.8.3 and 13.1.1) of resources with a version number: `"7"`.
import type { IncomingMessage } from 'node:http';
import Type from 'typebox';

/** The response header, for the API reference. */
export const ETAG_HEADER = { ETag: 'The version of the policy in quotation marks, for If-Match.' };

/** The request header, for the API reference. */
export const IfMatchHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description: 'The ETag of the version that you read. If the policy has changed since: 409 with current_version.',
    }),
  ),
});

export function etagOf(version: number): Record<string, string> {
  return { etag: `"${version}"` };
}

/**
 * The versions that the request accepts; null if it accepts any. A weak tag never matches (13.1.1), nor does a tag that the
 * service did not issue: a client that sends a condition must not be treated like one that sends none.
 */
export function expectedVersions(request: IncomingMessage): readonly number[] | null {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const tags = header.split(',').map((tag) => /^"([1-9][0-9]{0,8})"$/.exec(tag.trim())?.[1]);
  return tags.filter((tag) => tag !== undefined).map(Number);
}
