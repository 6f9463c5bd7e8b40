// A backup's checksum of its own bytes. SQLite's integrity check covers the structure of a file, not a changed value in it.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Position of `user_version` in the header of a SQLite file, which nothing else here uses; zero means no checksum. */
const PLACE = 60;
const SIZE = 4;
const BLOCK = 1024 * 1024;

/** Writes the checksum into a complete file that no connection will write again. */
export function writeChecksum(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const field = Buffer.alloc(SIZE);
    field.writeUInt32BE(checksumOf(file));
    writeSync(file, field, 0, SIZE, PLACE);
  } finally {
    closeSync(file);
  }
}

/** @throws Error when a byte of a file with a checksum was changed. Backups of older versions have none. */
export function verifyChecksum(path: string): void {
  const file = openSync(path, 'r');
  try {
    const field = Buffer.alloc(SIZE);
    readSync(file, field, 0, SIZE, PLACE);
    const written = field.readUInt32BE();
    if (written === 0 || written === checksumOf(file)) return;
  } finally {
    closeSync(file);
  }
  throw new Error(`${path} is damaged: it is not as backup wrote it (its checksum differs)`);
}

/** The checksum of all bytes, with the field itself as zeros. */
function checksumOf(file: number): number {
  const block = Buffer.alloc(BLOCK);
  let checksum = 0;
  for (let at = 0; ; ) {
    const length = readSync(file, block, 0, BLOCK, at);
    if (length === 0) return checksum;
    if (at === 0) block.fill(0, PLACE, PLACE + SIZE);
    checksum = crc32(block.subarray(0, length), checksum);
    at += length;
  }
}
