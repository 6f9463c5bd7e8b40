// The part of a receiver's answer that is kept in the log: bounded, without control characters, without secrets.

/** Most bytes of UTF-8 that are kept. */
export const SNIPPET_BYTES = 2_048;
/** Bytes of the answer to hand in: twice as many, so that a secret across the cut is seen whole before it is masked. */
export const SNIPPET_INPUT_BYTES = 2 * SNIPPET_BYTES;

const MASK = '[masked]';

/** What is masked wherever it stands. A receiver may echo our headers, its own settings, or its users' credentials. */
const SECRET_FORMS: readonly RegExp[] = [
  /\b(?:whsec|dash|invite|(?:pub|sec)_(?:test|live))_[\w-]*/gi,
  /\b(?:bearer|basic)\s+[\w+/=.~-]+/gi,
  // Signatures and digests. A cut one counts too, so 32 digits are enough.
  /[0-9a-f]{32,}/gi,
  // JSON web tokens.
  /\beyJ[\w-]+\.[\w-]*(?:\.[\w-]*)?/g,
  // 256-bit tokens as base64url: 43 characters.
  /[\w-]{43,}/g,
  // Named values, in JSON, forms and headers.
  /(?<=\b(?:set-cookie|cookie|authorization|password|passwd|secret|token|api[_-]?key|private[_-]?key)"?\s*[:=]\s*"?)[^\s"&,;<>]+/gi,
];

/** Control characters but tab and newline, marks that turn the direction of text, and the byte order mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is what this is for
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * The text to keep. `bytes` are the first of the body, as they came, never inflated; `complete` says whether they are
 * all of it; `secrets` are values that must not appear, such as the endpoint's own secret. Null for an empty body.
 */
export function responseSnippet(bytes: Uint8Array, complete: boolean, secrets: readonly string[] = []): string | null {
  if (bytes.length === 0) return null;
  let text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replace(UNPRINTABLE, '');
  // The last word of a cut text may be the start of a secret whose form cannot be seen any more.
  if (!complete) text = text.replace(/[\w+/=.~-]{1,512}$/, '');
  for (const secret of secrets) text = text.replaceAll(secret, MASK);
  for (const form of SECRET_FORMS) text = text.replace(form, MASK);
  return cut(text);
}

/** At most `SNIPPET_BYTES` of UTF-8, ending at a whole character. */
function cut(text: string): string {
  const buffer = new Uint8Array(SNIPPET_BYTES);
  const { read } = new TextEncoder().encodeInto(text, buffer);
  return text.slice(0, read);
}
