// Hashes long values into short, stable, comparable ones. Not cryptographic: it neither hides nor authenticates.

/**
 * Returns 64 bits as 16 hexadecimal digits: the FNV-1a step over the UTF-16 code units as two halves with different
 * seeds, each finished with MurmurHash3's finalizer. `crypto.subtle` is asynchronous, and missing on pages without TLS.
 */
export function hash(text: string): string {
  return half(text, 0x811c9dc5) + half(text, text.length ^ 0x9e3779b9);
}

function half(text: string, seed: number): string {
  let h = seed;
  // The shift mixes high bits into the low ones, which the multiplication alone never does.
  for (let index = 0; index < text.length; index++) h = Math.imul((h >>> 15) ^ h ^ text.charCodeAt(index), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
