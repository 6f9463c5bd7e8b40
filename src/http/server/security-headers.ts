// Security headers of every response: no foreign resources, no framing, no content sniffing.

export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // `default-src` does not cover forms: an injected form could send its input elsewhere.
  "form-action 'self'",
].join('; ');

/** Two years, for services whose public address is HTTPS: browsers then never try plain HTTP. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=63072000';

/** For API responses; pages set their own caching. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // A page that opened this one, or was opened by it, gets no reference to its window.
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};
