// RFC 6901 pointers, one step at a time.

/** `base` and one more reference token, with `~` and `/` escaped. */
export function pointer(base: string, token: string | number): string {
  return `${base}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
