// Tests the traceparent header: the examples of the standard, and what it says to ignore.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceContext } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('reads trace and span of version 00 and of later versions', () => {
  const expected = { traceId: TRACE, spanId: SPAN, header: `00-${TRACE}-${SPAN}-01` };
  assert.deepEqual(traceContext(`00-${TRACE}-${SPAN}-01`), expected);
  assert.equal(traceContext(`00-${TRACE}-${SPAN}-00`)?.header, `00-${TRACE}-${SPAN}-00`);
  assert.deepEqual(traceContext(`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`), expected);
});

test('ignores malformed headers', () => {
  for (const header of [
    undefined,
    '',
    ['00', '01'],
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`,
    `00-${TRACE}\n-${SPAN}-01`,
  ]) {
    assert.equal(traceContext(header), null, String(header));
  }
});
