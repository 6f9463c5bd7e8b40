// What a page's own code threw, in words.

/** Never throws: an object without a prototype, or one whose `toString` throws, has no words. */
export function errorText(error: unknown): string {
  try {
    return String(error).slice(0, 200);
  } catch {
    return 'an error without words';
  }
}
