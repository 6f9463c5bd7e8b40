// Tests that the words of issues name the position and never what someone wrote there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueWords } from './issue-words.ts';

const issue = (code: 'required' | 'unknown_field', pointer: string) => ({ code, pointer, detail: 'x' });

test('an issue is its code and its place, each once', () => {
  const issues = [issue('required', '/account'), issue('required', '/account'), issue('unknown_field', '/user_id')];
  assert.deepEqual(issueWords(issues), ['required /account', 'unknown_field /user_id']);
});

test('names that are not names of fields, and what is deep, are left out', () => {
  assert.deepEqual(issueWords([issue('unknown_field', '/ann@example.com')]), ['unknown_field /…']);
  assert.deepEqual(issueWords([issue('unknown_field', '/signals/4111111111111111/a/b/c')]), [
    'unknown_field /signals/…/a',
  ]);
});

test('of many issues, the first five are counted', () => {
  const issues = Array.from({ length: 50 }, (_, index) => issue('unknown_field', `/f${index}`));
  assert.equal(issueWords(issues).length, 5);
});
