// Tests which address and key commands that use HTTP choose, and what they say about an answer that is not Assay's.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from '../config/config.ts';
import { findService, requestService } from './find-service.ts';
import { UsageError } from './output.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'assay-find-'));
after(() => rmSync(dataDir, { recursive: true }));
const file = join(dataDir, 'first-run.json');
const FIRST_RUN = {
  base_url: 'http://127.0.0.1:9999',
  environments: { test: { secret_key: 'of test' }, live: { secret_key: 'of live' } },
};

const find = (settings: Record<string, string>, options: Record<string, string> = {}) =>
  findService(loadConfig({ DATA_DIR: dataDir, ...settings }), { environment: 'test', ...options });

test('asks the address of the first start unless one is set', () => {
  writeFileSync(file, JSON.stringify(FIRST_RUN));
  assert.deepEqual(find({}), { key: 'of test', url: 'http://127.0.0.1:9999' });
  assert.equal(find({ PORT: '0' }).url, 'http://127.0.0.1:9999', 'the system has chosen the port');
  assert.equal(find({ PORT: '8181' }).url, 'http://127.0.0.1:8181');
  assert.equal(find({ PORT: '8181', ASSAY_PUBLIC_URL: 'https://risk.example/' }).url, 'https://risk.example');
  assert.equal(find({ PORT: '8181' }, { url: 'http://other.example/' }).url, 'http://other.example');
});

test('uses the key of the environment, or the given one', () => {
  writeFileSync(file, JSON.stringify(FIRST_RUN));
  assert.equal(find({}, { environment: 'live' }).key, 'of live');
  assert.equal(find({}, { key: 'given' }).key, 'given');
  assert.throws(() => find({}, { environment: 'staging' }), UsageError);
  assert.throws(() => find({}, { url: 'ftp://other.example' }), UsageError);
});

test('says why there is no key', () => {
  writeFileSync(file, '{}');
  assert.throws(() => find({}), /is damaged or cannot be read, and keys are stored as digests: use --key$/);
  rmSync(file);
  assert.throws(() => find({}), /does not exist, and keys are stored as digests: use --key$/);
  assert.equal(find({}, { key: 'given' }).url, 'http://127.0.0.1:8080');
});

test('names the address whose answer is not that of Assay', async () => {
  let body = '';
  const server = createServer((_, response) => response.writeHead(502).end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    for (body of ['<html>Bad Gateway</html>', '', 'null', '{}']) {
      const message = `502: ${url} did not answer as Assay does: is the address right?`;
      await assert.rejects(requestService(url, '/v1/auth/key', {}), { message });
    }
    body = '{"detail":"Too many requests."}';
    await assert.rejects(requestService(url, '/v1/auth/key', {}), { message: '502: Too many requests.' });
  } finally {
    server.close();
  }
});
