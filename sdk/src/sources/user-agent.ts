// What the browser calls itself.

export function userAgent() {
  return { user_agent: navigator.userAgent };
}
