// Builds RFC 6901 JSON pointers.

/** Appends one reference token to `base`, with `~` and `/` escaped. */
export function pointer(base: string, token: string | number): string {
  return `${base}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
