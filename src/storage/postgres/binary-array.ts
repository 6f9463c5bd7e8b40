// Arrays of placeholders in PostgreSQL's binary format: neither side escapes or parses text. Eight columns with 3 KB of JSON in a row,
// 16 rows, took 40 µs of CPU per row here and 20 on the server as text, and 12 and 12 in this format.
import type { Value } from '../engine.ts';

interface Element {
  oid: number;
  /** The most bytes that a value takes. */
  maxBytes: (value: string | number) => number;
  /** Writes the value and returns its length in bytes. */
  write: (target: Buffer, value: string | number, offset: number) => number;
}

const TWO_TO_32 = 2 ** 32;

const TEXT: Omit<Element, 'oid'> = {
  maxBytes: (value) => 3 * String(value).length,
  write: (target, value, offset) => target.write(String(value), offset),
};

function fixed(oid: number, bytes: number, put: (target: Buffer, value: number, offset: number) => void): Element {
  return {
    oid,
    maxBytes: () => bytes,
    write: (target, value, offset) => {
      if (typeof value !== 'number') throw new RangeError(`not a number: ${value}`);
      put(target, value, offset);
      return bytes;
    },
  };
}

/** The types of placeholders in the statements of an event. Their numbers are constants of PostgreSQL (`pg_type.dat`). */
const ELEMENTS: Readonly<Record<string, Element>> = {
  bigint: fixed(20, 8, (target, value, offset) => {
    const high = Math.floor(integer(value) / TWO_TO_32);
    target.writeInt32BE(high, offset);
    target.writeUInt32BE(value - high * TWO_TO_32, offset + 4);
  }),
  'double precision': fixed(701, 8, (target, value, offset) => target.writeDoubleBE(value, offset)),
  integer: fixed(23, 4, (target, value, offset) => target.writeInt32BE(integer(value), offset)),
  json: { ...TEXT, oid: 114 },
  smallint: fixed(21, 2, (target, value, offset) => target.writeInt16BE(integer(value), offset)),
  text: { ...TEXT, oid: 25 },
};

/** Dimensions, whether there are nulls, type, length and index of the first element, 4 bytes each: `array_send` in `arrayfuncs.c`. */
const HEADER_BYTES = 20;
const NULL_LENGTH = -1;
/** Filled and copied, which costs less than to measure each text before it is written. Most batches have columns of a few KB. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * The values of one column, as a parameter of the array type of `type`, a name as in `format_type`. Other types are left to the
 * driver, which sends text. @throws RangeError for a value that a type of numbers cannot hold.
 */
export function binaryArray(type: string, rows: readonly (readonly Value[])[], column: number): Buffer | Value[] {
  const element = ELEMENTS[type];
  if (element === undefined || rows.length === 0) return rows.map((values) => values[column] ?? null);
  const bytes = rows.reduce((sum, values) => sum + maxBytes(element, values[column]), HEADER_BYTES);
  const target = bytes > scratch.length ? Buffer.allocUnsafe(bytes) : scratch;
  const { end, hasNulls } = writeElements(target, element, rows, column);
  target.writeInt32BE(1, 0);
  target.writeInt32BE(hasNulls ? 1 : 0, 4);
  target.writeInt32BE(element.oid, 8);
  target.writeInt32BE(rows.length, 12);
  target.writeInt32BE(1, 16);
  return target === scratch ? Buffer.from(target.subarray(0, end)) : target.subarray(0, end);
}

function maxBytes(element: Element, value: Value | undefined): number {
  return 4 + (value === null || value === undefined ? 0 : element.maxBytes(value));
}

function writeElements(target: Buffer, element: Element, rows: readonly (readonly Value[])[], column: number) {
  let end = HEADER_BYTES;
  let hasNulls = false;
  for (const values of rows) {
    const value = values[column] ?? null;
    const length = value === null ? NULL_LENGTH : element.write(target, value, end + 4);
    target.writeInt32BE(length, end);
    end += 4 + Math.max(0, length);
    hasNulls ||= value === null;
  }
  return { end, hasNulls };
}

function integer(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer: ${value}`);
  return value;
}
