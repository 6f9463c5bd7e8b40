// Tests the free bytes of disks whose numbers are known.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { freeBytes } from './free-bytes.ts';

test('reads how much this account can still write', async () => {
  assert.equal(await freeBytes('/proc'), 0);
  assert.ok((await freeBytes(tmpdir())) > 0);
});
