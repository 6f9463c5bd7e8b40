// Recognizes web origins.

/** Whether the text is exactly what browsers send as `Origin`: scheme, lower-case host, and a port that is not the default. */
export function isOrigin(text: string): boolean {
  // No page has such a host: an operator who meant every subdomain would refuse all events instead.
  if (text.includes('*') || !URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && origin === text;
}
