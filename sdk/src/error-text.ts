// Converts anything thrown into text.

/** Never throws, even for an object without a prototype or one whose `toString` throws. */
export function errorText(error: unknown): string {
  try {
    return String(error).slice(0, 200);
  } catch {
    return 'unprintable error';
  }
}
