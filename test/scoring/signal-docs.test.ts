// Tests that docs/signals.md matches the signal definitions, and that every signal file is registered.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { signalDocument } from '../../scripts/build-signal-docs.ts';
import { SIGNALS } from '../../src/scoring/signals/index.ts';

test('docs/signals.md is up to date', () => {
  const stored = readFileSync(new URL('../../docs/signals.md', import.meta.url), 'utf8').split('\n');
  const stale = signalDocument()
    .split('\n')
    .find((line, index) => line !== stored[index]);
  assert.equal(stale, undefined, `docs/signals.md lacks this line; run: npm run docs:generate\n${stale}`);
});

test('every signal file is registered, and every registered signal has a file', () => {
  const folder = new URL('../../src/scoring/signals/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file !== 'index.ts' && !file.endsWith('.test.ts'));
  const named = SIGNALS.map(({ code }) => `${code.toLowerCase().replaceAll('_', '-')}.ts`);
  assert.deepEqual(files.sort(), named.sort());
});
