// Tests the addresses that the first start prints and stores.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listeningUrl } from './listening-url.ts';

test('names an address that a browser on this machine can open', () => {
  const urls = {
    '127.0.0.1': 'http://127.0.0.1:8080',
    '0.0.0.0': 'http://localhost:8080',
    '::': 'http://localhost:8080',
    '::1': 'http://[::1]:8080',
    'risk.internal': 'http://risk.internal:8080',
  };
  for (const [host, url] of Object.entries(urls)) assert.equal(listeningUrl({ host, port: 8080 }), url);
});
