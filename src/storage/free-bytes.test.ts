// Tests that the free bytes of the tests' disk can be read.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { freeBytes } from './free-bytes.ts';

test('reads how much this account can still write', async () => {
  assert.ok((await freeBytes(tmpdir())) > 0);
});
