// Tests that no text from callers reaches the terminal as a control sequence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textTable } from './output.ts';

test('a table shows control and format characters as question marks, and keeps its columns', () => {
  const rows = [
    ['\u001b]0;title\u0007\u009b2J', 'a\nb'],
    ['\u202egnp', 'é 名'],
  ];
  assert.equal(textTable(['NAME', 'X'], rows), 'NAME           X\n?]0;title??2J  a?b\n?gnp           é 名');
});
