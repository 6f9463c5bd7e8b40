// Random tokens: 128 bits, unguessable, without any meaning.

/** 32 hexadecimal digits. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a text can be a token, ours or one that a customer's server made: anything else is as good as nothing. */
export function isToken(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{16,128}$/.test(text);
}
