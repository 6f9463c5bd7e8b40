// A short, stable name for a long value. It hides nothing and proves nothing: it only makes values comparable.

/**
 * 64 bits of `text` as 16 hexadecimal digits: FNV-1a's step over the UTF-16 code units in two lanes that start apart,
 * each mixed at the end with MurmurHash3's finaliser. `crypto.subtle` is asynchronous, and missing on pages without TLS.
 */
export function hash(text: string): string {
  return lane(text, 0x811c9dc5) + lane(text, text.length ^ 0x9e3779b9);
}

function lane(text: string, start: number): string {
  let h = start;
  // The shift brings high bits back down, where the multiplication alone never lets them.
  for (let index = 0; index < text.length; index++) h = Math.imul((h >>> 15) ^ h ^ text.charCodeAt(index), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
