// Tests the examples in Node against a real service and against one that stalls.
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { checkLoginServer } from './login-server.ts';
import { checkRecipes } from './recipe-program.ts';

let server: TestServer;
let baseUrl: string;
before(async () => {
  server = await startTestServer();
  baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => server.close());

test('the login server challenges, passes, blocks, and survives an outage', async () => {
  await checkLoginServer(server, baseUrl, [process.execPath, 'node/login-server.mjs']);
});

test('the recipes for payment, reset and change follow the decision', async () => {
  await checkRecipes(server, baseUrl, [process.execPath, 'node/recipes.mjs']);
});
