// The user agent string.

export function userAgent() {
  return { user_agent: navigator.userAgent };
}
