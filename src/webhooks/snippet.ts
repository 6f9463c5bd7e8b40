// Extracts the part of a receiver's response that is stored in the log: bounded, without control characters or secrets.

/** Maximum stored bytes of UTF-8. */
export const SNIPPET_BYTES = 2_048;
/** Bytes of the response to pass in: twice as many, so that a secret across the cut is complete when it is masked. */
export const SNIPPET_INPUT_BYTES = 2 * SNIPPET_BYTES;

const MASK = '[masked]';

/** Patterns that are masked anywhere. A receiver may echo our headers, its own settings, or its users' credentials. */
const SECRET_PATTERNS: readonly RegExp[] = [
  // Private keys and certificates, even if the end is missing.
  /-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g,
  // Keys of cloud and code hosting providers whose fixed prefix is shorter than the general patterns below.
  /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}/g,
  /\b(?:gh[pousr]_\w{16,}|github_pat_\w+|glpat-[\w-]{16,}|xox[a-z]-[\w-]+|AIza[\w-]{20,}|[sr]k_(?:live|test)_\w+)/g,
  /\b(?:whsec|dash|(?:pub|sec)_(?:test|live))_[\w-]*/gi,
  /\b(?:bearer|basic)\s+[\w+/=.~-]+/gi,
  // Signatures and digests. 32 digits are enough, so that truncated ones also match.
  /[0-9a-f]{32,}/gi,
  // JSON web tokens.
  /\beyJ[\w-]+\.[\w-]*(?:\.[\w-]*)?/g,
  // 256-bit tokens as base64url: 43 characters. Includes our one-time links (`inv_…`).
  /[\w-]{43,}/g,
  // Named values, in JSON, forms and headers.
  /(?<=\b(?:set-cookie|cookie|authorization|password|passwd|secret|token|api[_-]?key|private[_-]?key)"?\s*[:=]\s*"?)[^\s"&,;<>]+/gi,
];

/** Control characters except tab and newline, text direction marks, and the byte order mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * The text to store. `bytes` are the first bytes of the body as received, never decompressed; `complete` tells whether
 * they are the whole body; `secrets` are values that must not appear, such as the endpoint's own secret. Null for an empty
 * body.
 */
export function responseSnippet(bytes: Uint8Array, complete: boolean, secrets: readonly string[] = []): string | null {
  if (bytes.length === 0) return null;
  let text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replace(UNPRINTABLE, '');
  // The last word of a truncated text may be the start of a secret that no pattern matches any more.
  if (!complete) text = text.replace(/[\w+/=.~-]{1,512}$/, '');
  for (const secret of secrets) text = text.replaceAll(secret, MASK);
  for (const pattern of SECRET_PATTERNS) text = text.replace(pattern, MASK);
  return truncated(text);
}

/** At most `SNIPPET_BYTES` of UTF-8, ending with a whole character. */
function truncated(text: string): string {
  const buffer = new Uint8Array(SNIPPET_BYTES);
  const { read } = new TextEncoder().encodeInto(text, buffer);
  return text.slice(0, read);
}
