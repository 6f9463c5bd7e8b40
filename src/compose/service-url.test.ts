// Tests the addresses that the first start prints and stores, and that links lead to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listeningUrl, serviceUrl } from './service-url.ts';

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

test('prefers the public URL', () => {
  const listening = { host: '0.0.0.0', port: 8080 };
  assert.equal(serviceUrl({ publicUrl: 'https://assay.example', ...listening }), 'https://assay.example');
  assert.equal(serviceUrl({ publicUrl: null, ...listening }), 'http://localhost:8080');
});
