// Random tokens: 128 bits, unguessable, without meaning.

/** 32 hexadecimal digits. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a value has the form of a token, created here or by a customer's server; anything else is ignored. */
export function isToken(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{16,128}$/.test(text);
}
