// Tests that every generated page of docs/ matches the code from which it is derived.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { generatedDocs } from '../../scripts/generate-docs.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('the generated pages are up to date', async () => {
  const openApi = (await server.request({ url: '/openapi.json' })).json() as object;
  for (const [name, text] of Object.entries(await generatedDocs(openApi))) {
    const stored = readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
    // assert.equal would print two texts of half a megabyte.
    assert.ok(stored === text, `docs/${name} is out of date; run: npm run docs:generate`);
  }
});
