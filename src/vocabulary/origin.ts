// Recognizes web origins.

/** Whether the text is exactly what browsers send as `Origin`: scheme, lower-case host, and a port that is not the default. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && origin === text;
}
