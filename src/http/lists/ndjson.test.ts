// A stream of lines reads no further ahead than its reader, and ends its reading with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { RouteResponse } from '../server/route-table.ts';
import { acceptsNdjson, ndjsonResponse } from './ndjson.ts';

const PAGE = Array.from({ length: 500 }, (_, at) => ({ id: at, text: 'x'.repeat(400) }));
const get = { method: 'GET' } as FastifyRequest;

/** A hundred pages of 200 KB, and how many of them were read. */
function hundredPages() {
  const seen = { read: 0, ended: false };
  async function* pages() {
    try {
      for (; seen.read < 100; ) {
        seen.read += 1;
        yield PAGE;
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, pages: pages() };
}

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await turn();
}

test('every row is a line', async () => {
  const { pages } = hundredPages();
  const { body, type } = await ndjsonResponse(get, pages, ({ id }) => ({ id }));
  assert.equal(type, 'application/x-ndjson');
  const lines = (await new Response(body as ReadableStream).text()).split('\n');
  assert.equal(lines.pop(), '');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    Array.from({ length: 100 }, () => PAGE.map(({ id }) => id)).flat(),
  );
});

test('who does not read on is not read for', async () => {
  const { seen, pages } = hundredPages();
  const { body } = await ndjsonResponse(get, pages, (row) => row);
  const reader = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  await reader.next();
  await turns(200);
  assert.ok(seen.read <= 3, `${seen.read} pages were read for a client that took one`);
  await reader.return?.();
  await turns(20);
  assert.ok(seen.ended, 'the reading goes on without a reader');
  assert.ok(seen.read <= 3);
});

test('an empty list and a HEAD have no lines, and a refusal of the first page is thrown', async () => {
  async function* none(): AsyncGenerator<readonly object[]> {}
  const textOf = ({ body }: RouteResponse) => new Response(body as ReadableStream).text();
  assert.equal(await textOf(await ndjsonResponse(get, none(), (row) => row)), '');
  const head = { method: 'HEAD' } as FastifyRequest;
  assert.equal(await textOf(await ndjsonResponse(head, hundredPages().pages, (row) => row)), '');
  // biome-ignore lint/correctness/useYield: it fails before its first page.
  async function* broken(): AsyncGenerator<readonly object[]> {
    throw new Error('no storage');
  }
  await assert.rejects(
    ndjsonResponse(get, broken(), (row) => row),
    /no storage/,
  );
});

test('lines are asked for by name', () => {
  const asks = (accept?: string) => acceptsNdjson({ headers: { accept } } as FastifyRequest);
  assert.ok(asks('application/x-ndjson') && asks('text/html, application/x-ndjson;q=0.9'));
  assert.ok(!asks() && !asks('*/*') && !asks('application/json'));
});
