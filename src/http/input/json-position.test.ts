// Tests the position of the first wrong token.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { invalidPosition } from './json-position.ts';

test('finds the first token that cannot stand there', () => {
  for (const [text, position] of [
    [' ', 1],
    ['login', 0],
    ['nul', 0],
    ['{"a":tru}', 5],
    ['{"é":x}', 5],
    ['{"a":{"b":[1, "]}", false]},\n "c": undefined}', 35],
    ['[1,]', 3],
    ['[,1]', 1],
    ['{"a":}', 5],
    ['{"a":1,}', 7],
    ["{'a':1}", 1],
    ['{"a"}', 4],
    ['{"a":"\\"",x', 10],
    ['[1}', 2],
    ['{}{}', 2],
    ['{"a":NaN}', 5],
    ['\u00a0{}', 0],
    ['{"a":1} // a comment', 8],
    ['{"event":"login","account":{"id":"x"}', 37],
  ] as const) {
    assert.throws(() => JSON.parse(text), SyntaxError, text);
    assert.equal(invalidPosition(text), position, text);
  }
});

test('finds the token that was cut, or the end', () => {
  const values = fc.jsonValue({ maxDepth: 4, stringUnit: fc.constantFrom('a', ' ') });
  fc.assert(
    fc.property(values, fc.nat(), fc.constantFrom(2, 0), (value, seed, indent) => {
      const text = JSON.stringify([value], null, indent);
      const cut = text.slice(0, seed % text.length);
      const rest = cut.slice(invalidPosition(cut) ?? assert.fail(cut));
      assert.match(rest, /^("[a ]*|-?[\d.e+-]*|[a-z]*)$/, cut);
    }),
  );
});

test('gives no position in a text that is too long or too deep to be searched', () => {
  assert.equal(invalidPosition(`["${'x'.repeat(32 * 1024)}",]`), null);
  assert.equal(invalidPosition('['.repeat(32 * 1024)), null);
});
