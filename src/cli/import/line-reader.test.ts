// Tests reading lines from streams with any chunk size: numbers, line ends, blank lines, limits and gzip.
import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readLines } from './line-reader.ts';

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesOf(bytes: Buffer, size = 7, maxBytes = 1_000): Promise<(readonly [number, string | null])[]> {
  const lines: (readonly [number, string | null])[] = [];
  for await (const line of readLines(chunksOf(bytes, size), maxBytes)) {
    lines.push([line.number, line.bytes === null ? null : Buffer.from(line.bytes).toString('utf8')]);
  }
  return lines;
}

test('counts but omits blank lines, and reads an unterminated last line', async () => {
  assert.deepEqual(await linesOf(Buffer.from('a\r\n\n  \t\n\r\nbä\nc')), [
    [1, 'a'],
    [5, 'bä'],
    [6, 'c'],
  ]);
  assert.deepEqual(await linesOf(Buffer.from('')), []);
  assert.deepEqual(await linesOf(Buffer.from('\n')), []);
});

test('skips a byte order mark at the beginning only, in plain and compressed files', async () => {
  const text = Buffer.from('\ufeffone\r\n\ufefftwo\n');
  for (const file of [text, gzipSync(text)]) {
    for (const size of [1, 2, 1_000]) {
      assert.deepEqual(await linesOf(file, size), [
        [1, 'one'],
        [2, '\ufefftwo'],
      ]);
    }
  }
  assert.deepEqual(await linesOf(Buffer.from('\ufeff\n\ufeff')), [[2, '\ufeff']]);
});

test('discards a line over the limit and reads the next one', async () => {
  const text = Buffer.from(`${'x'.repeat(10)}\n${'y'.repeat(11)}\n${'z'.repeat(10)}\r\n${'w'.repeat(5_000)}\nend`);
  for (const size of [1, 3, 64, 100_000]) {
    assert.deepEqual(await linesOf(text, size, 10), [
      [1, 'x'.repeat(10)],
      [2, null],
      [3, 'z'.repeat(10)],
      [4, null],
      [5, 'end'],
    ]);
  }
});

test('detects gzip by its first bytes, with several members and any chunk size', async () => {
  const packed = Buffer.concat([gzipSync('one\ntw'), gzipSync('o\nthree\n')]);
  for (const size of [1, 2, 5, 1_000]) {
    assert.deepEqual(await linesOf(packed, size), [
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ]);
  }
});

test('reads the lines of a truncated gzip file, then throws', async () => {
  const packed = gzipSync(Array.from({ length: 5_000 }, (_, i) => `line ${i * i * 7919}`).join('\n'));
  const lines: number[] = [];
  await assert.rejects(async () => {
    for await (const { number } of readLines(chunksOf(packed.subarray(0, packed.length - 200), 64), 1_000)) {
      lines.push(number);
    }
  }, /unexpected end of file/);
  assert.ok(lines.length > 100, `${lines.length} lines came before the error`);
});

test('yields the same lines as splitting the text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 12 })), fc.integer({ min: 1, max: 9 }), async (texts, size) => {
      const clean = texts.map((text) => text.replaceAll(/[\r\n]/g, ''));
      const expected = clean
        .map((text, index) => [index + 1, text] as const)
        .filter(([, text]) => !/^[ \t]*$/.test(text));
      assert.deepEqual(await linesOf(Buffer.from(clean.join('\n')), size), expected);
    }),
  );
});
