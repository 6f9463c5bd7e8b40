// Identifiers of imported events: made from the line itself, so that a resumed import finds again what it has kept.
import { createHash } from 'node:crypto';
import { encodeBase32, ID_PREFIXES, type IdKind, type IdSource } from '../../vocabulary/ids.ts';

/** 32 bytes that stand for one line of one source: the environment, the source, the line's number and its exact bytes. */
export function lineDigest(environmentId: string, source: string, number: number, bytes: Uint8Array): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([environmentId, source, number]))
    .update(bytes)
    .digest();
}

/**
 * Ids in the form of a UUIDv7 (RFC 9562, 5.7): 48 bits of time, then the line's number (32 bits), so that lines of one
 * millisecond sort as they stand in the file, then 42 bits of the line's digest. The same line gives the same id in
 * every run; each kind has its own prefix, and a line makes at most one of each.
 */
export function idsOfLine(number: number, digest: Uint8Array): IdSource {
  return (kind: IdKind, at: number) => {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, Math.floor(at / 65_536));
    view.setUint16(4, at % 65_536);
    view.setUint16(6, 0x7000 | ((number >>> 20) & 0xfff));
    // Variant 10, then the line's lower 20 bits, then 10 + 32 bits of the digest.
    const [high = 0, low = 0] = digest;
    view.setUint32(8, 0x80000000 + ((number & 0xfffff) << 10) + ((high << 2) | (low >>> 6)));
    bytes.set(digest.subarray(2, 6), 12);
    return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`;
  };
}
