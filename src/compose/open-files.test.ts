// Tests how many connections fit below a limit of open files.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectionsWithin, openFileLimit } from './open-files.ts';

test('leaves room for other files, and never less than half of a low limit to connections', () => {
  assert.equal(connectionsWithin(1_000, null), 1_000);
  assert.equal(connectionsWithin(1_000, 65_536), 1_000);
  assert.equal(connectionsWithin(1_000, 1_024), 768);
  assert.equal(connectionsWithin(1_000, 256), 128);
  assert.equal(connectionsWithin(100, 256), 100);
});

test('reads the soft limit of this process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-limits-'));
  const path = join(folder, 'limits');
  try {
    writeFileSync(path, 'Limit       Soft Limit Hard Limit Units\nMax open files      1024      4096      files\n');
    assert.equal(openFileLimit(path), 1_024);
    writeFileSync(path, 'Max open files      unlimited      unlimited      files\n');
    assert.equal(openFileLimit(path), null);
    assert.equal(openFileLimit(join(folder, 'missing')), null);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
