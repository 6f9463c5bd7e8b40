// Tests which texts are random ids, of a browser or of a visit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIdentity, readToken } from './signal-values.ts';

test('a random id has eight characters or more, three of them different', () => {
  for (const id of ['1f2e3d4c', '00000000-0000-4000-8000-000000000001', 'a session', ` ${'ab1'.repeat(400)} `]) {
    assert.equal(readIdentity(id), id.trim());
  }
  for (const text of ['1f2e3d4', '00000000-0000-0000-0000-000000000000', 'xxxxxxxx', 'ababababab', '']) {
    assert.equal(readIdentity(text), null, text);
  }
});

test('what a page makes of a missing id is none', () => {
  const missing = ['undefined', 'UNDEFINED', ' undefined ', 'not available', '[object Object]', '[object Promise]'];
  for (const value of [...missing, undefined, null, 0, 12_345_678, {}, ['1f2e3d4c']]) {
    assert.equal(readIdentity(value), null, String(value));
    assert.equal(readToken(value), null, String(value));
  }
});

test('the token of a visit may be short, but not a repeated character', () => {
  for (const token of ['1', 's1', 'visit 7', 'a session']) assert.equal(readToken(token), token);
  for (const text of ['00000000-0000-0000-0000-000000000000', 'xxxxxxxx', '', ' ']) {
    assert.equal(readToken(text), null, text);
  }
});
