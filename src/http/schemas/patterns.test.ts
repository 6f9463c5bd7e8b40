// Tests that every pattern of the API has a readable sentence, so that no error shows an expression.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { patternSentence } from './patterns.ts';

const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);

test('each pattern of the API description has a sentence', () => {
  const patterns = new Set<string>();
  JSON.parse(readFileSync(DOCUMENT, 'utf8'), (key, value) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value);
    return value;
  });
  assert.ok(patterns.size >= 7, `${patterns.size}`);
  for (const pattern of patterns) assert.doesNotMatch(patternSentence(pattern), /^Must match /, pattern);
});
