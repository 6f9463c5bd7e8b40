// Tests that the hash is stable across versions, since devices are recognized by it, and well distributed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hash } from './hash.ts';

test('known values: if these change, no device is recognized any more', () => {
  assert.deepEqual(['', 'a', 'Assay', '\u{1F9ED}'].map(hash), KNOWN);
});
const KNOWN = ['ab3e7c0b92ca2f0e', 'cc893b56632cdb3a', 'd29031a9612beb68', '067f570ff315c2b5'];

test('returns 16 hexadecimal digits', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => /^[0-9a-f]{16}$/.test(hash(text))));
});

test('a change of one code unit changes both halves', () => {
  const long = fc.string({ minLength: 1, maxLength: 4000 });
  fc.assert(
    fc.property(long, fc.nat(), fc.integer({ min: 1, max: 0xffff }), (text, position, change) => {
      const at = position % text.length;
      const changed = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ change) + text.slice(at + 1);
      const [one, other] = [hash(text), hash(changed)];
      return one.slice(0, 8) !== other.slice(0, 8) && one.slice(8) !== other.slice(8);
    }),
  );
});

test('no collision among 200,000 similar texts', () => {
  const seen = new Set<string>();
  for (let number = 0; number < 200_000; number++) seen.add(hash(`ANGLE (Intel, Intel(R) UHD Graphics ${number})`));
  assert.equal(seen.size, 200_000);
});
