// Tests streams of lines: reading never runs ahead of the client, and ends when the client disconnects.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { ndjsonResponse } from './ndjson.ts';

const PAGE = Array.from({ length: 500 }, (_, at) => ({ id: at, padding: 'x'.repeat(400) }));
const get = { method: 'GET' } as FastifyRequest;

/** A hundred pages of 200 KB, with the number of pages read. */
function hundredPages() {
  const progress = { read: 0, ended: false };
  async function* pages() {
    try {
      for (; progress.read < 100; ) {
        progress.read += 1;
        yield PAGE;
      }
    } finally {
      progress.ended = true;
    }
  }
  return { progress, pages: pages() };
}

async function ticks(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await nextTick();
}

test('writes one line per row', async () => {
  const { pages } = hundredPages();
  const { body, type } = await ndjsonResponse(get, pages, ({ id }) => ({ id }));
  assert.equal(type, 'application/x-ndjson');
  const lines = (await text(body)).split('\n');
  assert.equal(lines.pop(), '');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    Array.from({ length: 100 }, () => PAGE.map(({ id }) => id)).flat(),
  );
});

test('stops reading pages when the client stops reading', async () => {
  const { progress, pages } = hundredPages();
  const { body } = await ndjsonResponse(get, pages, (row) => row);
  const reader = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  await reader.next();
  await ticks(200);
  assert.ok(progress.read <= 3, `${progress.read} pages were read for a client that took one`);
  await reader.return?.();
  await ticks(20);
  assert.ok(progress.ended, 'reading continues without a client');
  assert.ok(progress.read <= 3);
});

test('writes no lines for an empty list or HEAD, and throws an error of the first page', async () => {
  async function* none(): AsyncGenerator<readonly object[]> {}
  assert.equal(await text((await ndjsonResponse(get, none(), (row) => row)).body), '');
  const head = { method: 'HEAD' } as FastifyRequest;
  assert.equal(await text((await ndjsonResponse(head, hundredPages().pages, (row) => row)).body), '');
  // biome-ignore lint/correctness/useYield: it fails before its first page.
  async function* broken(): AsyncGenerator<readonly object[]> {
    throw new Error('no storage');
  }
  await assert.rejects(
    ndjsonResponse(get, broken(), (row) => row),
    /no storage/,
  );
});
