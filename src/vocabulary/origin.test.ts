// Tests what counts as a web origin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOrigin } from './origin.ts';

test('an origin is exactly what browsers send', () => {
  for (const origin of ['https://shop.example', 'http://localhost:3000', 'https://shop.example:8443'])
    assert.ok(isOrigin(origin), origin);
  for (const text of [
    '',
    'shop.example',
    'https://shop.example/',
    'https://shop.example:443',
    'https://Shop.example',
    'https://*.shop.example',
    'ftp://shop.example',
    'null',
  ]) {
    assert.ok(!isOrigin(text), text);
  }
});
