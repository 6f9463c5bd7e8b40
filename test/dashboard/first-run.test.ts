// Tests the first run: from login to the first event, without reading the documentation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { runService } from './running-dashboard.ts';
import { assertAccessible, assertNoErrors, loggedOutPage, logIn, tokenOf, visit } from './visitor.ts';

const dashboard = runService();

test('rejects a wrong password and opens the test environment with the right one', async () => {
  const page = await loggedOutPage(dashboard.browser, dashboard.service);
  await page.goto('/');
  await logIn(page, { email: dashboard.service.owner.email, password: 'not the password' });
  await page.getByRole('alert').waitFor();
  await logIn(page, dashboard.service.owner);
  await page.getByText('No events yet').waitFor();
  assert.match(page.url(), new RegExp(`#/${dashboard.service.environments.test.id}/overview`));
  assert.match(await page.title(), /^TEST · Overview/);
  assertNoErrors(page, /status of 401/);
  await page.context().close();
});

test('the empty overview creates a key, fills in curl and sends a first event', async () => {
  const { page, close } = await visit(dashboard.browser, dashboard.service);
  await assertAccessible(page, 'empty overview');
  await page.getByRole('button', { name: 'Create a public key and insert it' }).click();
  const curl = page.locator('pre');
  await curl.filter({ hasText: /Bearer pub_test_[0-9a-z]{20,}/ }).waitFor();
  assert.ok((await curl.textContent())?.includes(`${dashboard.service.url}/v1/events`));
  await page.getByRole('button', { name: 'Send a login from this browser' }).click();
  await page.getByRole('region', { name: 'Decision', exact: true }).waitFor();
  assert.match(page.url(), /events\/evt_/);
  assert.match((await page.getByRole('heading', { level: 1 }).textContent()) ?? '', /Login/);
  assertNoErrors(page);
  await close();
});

test('the first page loads less than 250 KB of gzipped scripts and styles', async () => {
  const page = await loggedOutPage(dashboard.browser, dashboard.service);
  const sizes: number[] = [];
  page.on('response', (response) => {
    if (!/\.(?:js|css|svg)$|\/$/.test(new URL(response.url()).pathname)) return;
    void response.body().then((body) => sizes.push(gzipSync(body).length));
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  assert.ok(sizes.length >= 3, 'no scripts and styles were loaded');
  assert.ok(kilobytes < 250, `the first page loads ${kilobytes.toFixed(0)} KB`);
  await page.context().close();
});

test('an expired session leads to login and back to the same screen', async () => {
  const { page, open, close } = await visit(dashboard.browser, dashboard.service);
  await open('devices', 'Devices');
  const token = await tokenOf(page);
  await dashboard.service.request('POST', '/v1/auth/logout', undefined, token);
  await open('network').catch(() => undefined);
  await page.getByRole('status').getByText('Your session has ended').waitFor();
  await logIn(page, dashboard.service.owner);
  await page.getByRole('heading', { level: 1, name: 'Network' }).waitFor();
  await close();
});
