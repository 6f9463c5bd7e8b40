// Creates ids of all kinds: UUIDv7 (RFC 9562) in Crockford base32.
import { randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';
import { SECOND } from '../vocabulary/clock.ts';
import { encodeBase32, ID_PREFIXES, type IdSource } from '../vocabulary/ids.ts';

/** How far the time of an id may be ahead of the clock, so that ids stay ordered within this process. */
const ROLLBACK = 10 * SECOND;
/** Random numbers drawn at once. The generator itself draws eight at a time, which takes half of the time of an id. */
const DRAWN = 1_024;

/** Ids are in order of creation within a process, even within one millisecond. */
export function idSource(): IdSource {
  const generator = new V7Generator({ nextUint32: randomNumbers() });
  return (kind, at) => `${ID_PREFIXES[kind]}_${encodeBase32(generator.generateOrResetCore(at, ROLLBACK).bytes)}`;
}

/** Cryptographically secure random numbers of 32 bits. */
function randomNumbers(): () => number {
  const drawn = new Uint32Array(DRAWN);
  let next = DRAWN;
  return () => {
    if (next === DRAWN) {
      randomFillSync(drawn);
      next = 0;
    }
    return drawn[next++] as number;
  };
}
