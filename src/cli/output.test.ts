// Tests that no text from callers reaches the terminal as a control sequence, and that an error says each thing once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../vocabulary/failure.ts';
import { EXIT, explain, textTable } from './output.ts';

test('a table shows control and format characters as question marks, and keeps its columns', () => {
  const rows = [
    ['\u001b]0;title\u0007\u009b2J', 'a\nb'],
    ['\u202egnp', 'é 名'],
  ];
  assert.equal(textTable(['NAME', 'X'], rows), 'NAME           X\n?]0;title??2J  a?b\n?gnp           é 名');
});

test('an error that is what its issue says is printed once, with the place', () => {
  const detail = 'Only http and https URLs are accepted.';
  const issues = [{ pointer: '/url', code: 'bad_format', detail }] as const;
  for (const message of [detail, `The body is invalid: /url: ${detail}`]) {
    const expected = message === detail ? `/url: ${detail}` : message;
    const failure = new Failure('invalid', 'invalid_input', message, { issues });
    assert.deepEqual(explain(failure), { message: expected, code: EXIT.failed });
  }
});
