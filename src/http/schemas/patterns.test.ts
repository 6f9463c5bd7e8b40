// Tests that every pattern of the API has a readable sentence, so that no error shows an expression, and the one for text on one line.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ONE_LINE, patternSentence } from './patterns.ts';

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

test('text on one line has no control characters and is not blank', () => {
  const pattern = new RegExp(ONE_LINE, 'u');
  for (const text of ['a', ' a', '\u200ba\u200d', 'a ', '\u00a0a b\u3000', 'ü', '😀', ' .'])
    assert.ok(pattern.test(text), JSON.stringify(text));
  for (const text of [
    '',
    ' ',
    '\u00a0 ',
    '\u200b',
    '\u202e\u3164 ',
    'a\n',
    '\na',
    'a\tb',
    ' \u0001',
    'a\u007f',
    '\u0085a',
  ])
    assert.ok(!pattern.test(text), JSON.stringify(text));
});

test('no character before the first visible one could be that one, so there is one way to match', () => {
  const [, before = '', first = ''] = /^\^(\[.*?\])\*(\[.*?\])\[.*?\]\*\$$/.exec(ONE_LINE) ?? [];
  const [inBoth, inEither] = [new RegExp(`(?=${before})${first}`), new RegExp(`${before}|${first}`)];
  const characters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code));
  assert.deepEqual(
    characters.filter((one) => inBoth.test(one)),
    [],
  );
  assert.ok(characters.filter((one) => inEither.test(one)).length > 60_000);
});
