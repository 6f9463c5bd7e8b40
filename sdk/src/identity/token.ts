// Random tokens: 128 bits, unguessable, without any meaning.

/** 32 hexadecimal digits. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a stored text is a token of ours: anything else in its place is as good as nothing. */
export function isToken(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{32}$/.test(text);
}
