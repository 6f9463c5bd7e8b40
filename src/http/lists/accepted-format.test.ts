// Tests which format an Accept header selects.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { acceptedFormat, FORMATS } from './accepted-format.ts';

const formatOf = (accept?: string) => acceptedFormat({ headers: { accept } } as FastifyRequest, FORMATS);

test('a page is the answer unless a stream is named and preferred', () => {
  for (const accept of [
    undefined,
    '',
    '*/*',
    'application/json',
    'application/*',
    'text/html',
    'not a media type',
    ';q=',
  ]) {
    assert.equal(formatOf(accept), 'json', accept);
  }
  for (const accept of ['application/x-ndjson', 'text/html, application/x-ndjson;q=0.9', 'Application/X-NDJSON, */*']) {
    assert.equal(formatOf(accept), 'ndjson', accept);
  }
  for (const accept of ['text/csv', 'text/csv;charset=utf-8', 'text/csv, */*;q=0.1', 'text/*']) {
    assert.equal(formatOf(accept), 'csv', accept);
  }
});

test('a format with quality 0 is never sent', () => {
  for (const accept of ['text/csv;q=0', 'text/csv; q=0.000, */*', 'application/x-ndjson;q=0, */*;q=0.5']) {
    assert.equal(formatOf(accept), 'json', accept);
  }
  assert.equal(formatOf('text/csv;q=0, application/x-ndjson;q=0.1'), 'ndjson');
});

test('quality decides, then the order of the header', () => {
  assert.equal(formatOf('text/csv;q=0.5, application/x-ndjson'), 'ndjson');
  assert.equal(formatOf('application/x-ndjson;q=0.4, text/csv;q=0.5'), 'csv');
  assert.equal(formatOf('application/json, text/csv'), 'json');
  assert.equal(formatOf('text/csv, application/json'), 'csv');
});

test('chooses among the offered formats only', () => {
  const streamOf = (accept: string) => acceptedFormat({ headers: { accept } } as FastifyRequest, ['ndjson', 'csv']);
  assert.equal(streamOf('application/json'), 'ndjson');
  assert.equal(streamOf('application/json, text/csv;q=0.1'), 'csv');
});
