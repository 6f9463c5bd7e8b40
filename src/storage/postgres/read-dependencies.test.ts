// Tests that every write names its readers: otherwise an import would continue with what it read before that write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_WRITES } from '../events/event-writes.ts';
import { changesOf } from './read-dependencies.ts';

/** Tables that no event of an import reads, and the counters that `CountsSince` keeps up to date. */
const NOT_READ = [
  ...['event_details', 'resolution_texts', 'client_signals', 'event_signals', 'rollup_queue', 'webhook_deliveries'],
  ...['idempotency_keys', 'import_positions', 'signal_frequencies', 'failure_counts'],
];
const tableOf = (text: string) => /^\s*(?:INSERT INTO|UPDATE|\{\{append_to\}\}) (\w+)/.exec(text)?.[1] ?? text;

test('every write of an event names what it changes, or writes what no other event reads', () => {
  const unnamed = EVENT_WRITES.filter((write) => changesOf(write, Array(60).fill('[["0","0"]]')).length === 0);
  assert.deepEqual(unnamed.map(({ text }) => tableOf(text)).sort(), NOT_READ.toSorted());
});
