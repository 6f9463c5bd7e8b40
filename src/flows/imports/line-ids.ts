// Derives the ids of imported events from their lines, so that a resumed import finds the events it has already stored.
import { createHash } from 'node:crypto';
import { encodeBase32, ID_PREFIXES, type IdKind, type IdSource } from '../../vocabulary/ids.ts';

/** SHA-256 that identifies one line of one source: the environment, the source, the line number and the exact bytes. */
export function lineDigest(environmentId: string, source: string, number: number, bytes: Uint8Array): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([environmentId, source, number]))
    .update(bytes)
    .digest();
}

/**
 * Ids in the format of a UUIDv7 (RFC 9562, section 5.7): 48 bits of time, then the line number (32 bits), so that lines
 * of the same millisecond sort in file order, then 42 bits of the line's digest. The same line produces the same id in
 * every run. Each kind has its own prefix, and a line creates at most one id of each kind.
 */
export function idsOfLine(number: number, digest: Uint8Array): IdSource {
  return (kind: IdKind, at: number) => {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, Math.floor(at / 65_536));
    view.setUint16(4, at % 65_536);
    view.setUint16(6, 0x7000 | ((number >>> 20) & 0xfff));
    // Variant bits 10, then the lower 20 bits of the line number, then 10 + 32 bits of the digest.
    const [high = 0, low = 0] = digest;
    view.setUint32(8, 0x80000000 + ((number & 0xfffff) << 10) + ((high << 2) | (low >>> 6)));
    bytes.set(digest.subarray(2, 6), 12);
    return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`;
  };
}
