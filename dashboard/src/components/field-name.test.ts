// Tests that an error names its field in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldName } from './field-name.ts';

test('a pointer becomes the words of its field', () => {
  const names = {
    '/name': 'Name',
    '/url': 'URL',
    '/external_account_id': 'External account ID',
    '/quiet_hours/from': 'Quiet hours, from',
    '/recipients/1': 'Recipients, 2',
  };
  for (const [pointer, name] of Object.entries(names)) assert.equal(fieldName(pointer), name);
});
