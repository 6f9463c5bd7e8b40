// From the printed address to the first event on the screen, without reading docs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { type Service, startService } from './service.ts';
import { assertAccessible, assertNoErrors, logIn, stranger, visit } from './visitor.ts';

let service: Service;
let browser: Browser;
before(async () => {
  [service, browser] = await Promise.all([startService(), launchChromium()]);
});
after(async () => {
  await browser?.close();
  await service?.close();
});

test('a wrong password is refused in words, the right one leads to the test environment', async () => {
  const page = await stranger(browser, service);
  await page.goto('/');
  await logIn(page, { email: service.owner.email, password: 'not the password' });
  await page.getByRole('alert').waitFor();
  await logIn(page, service.owner);
  await page.getByText('No events yet: send the first one').waitFor();
  assert.match(page.url(), new RegExp(`#/${service.environments.test.id}/overview`));
  assert.match(await page.title(), /^TEST · Overview/);
  assertNoErrors(page, /status of 401/);
  await page.context().close();
});

test('the empty overview leads to a first event: a key, a curl with it, a button that sends this browser', async () => {
  const { page, close } = await visit(browser, service);
  await assertAccessible(page, 'empty overview');
  await page.getByRole('button', { name: 'Make a public key and fill it in' }).click();
  const curl = page.locator('pre');
  await curl.filter({ hasText: /Bearer pub_test_[0-9a-z]{20,}/ }).waitFor();
  assert.ok((await curl.textContent())?.includes(`${service.url}/v1/events`));
  await page.getByRole('button', { name: 'Send a log-in from this browser' }).click();
  await page.getByRole('region', { name: 'Decision', exact: true }).waitFor();
  assert.match(page.url(), /events\/evt_/);
  assert.match((await page.getByRole('heading', { level: 1 }).textContent()) ?? '', /Log-in/);
  assertNoErrors(page);
  await close();
});

test('the first page is under 250 KB gzip, events of the first visit included', async () => {
  const { gzipSync } = await import('node:zlib');
  const page = await stranger(browser, service);
  const sizes: number[] = [];
  page.on('response', (response) => {
    if (!/\.(?:js|css|svg)$|\/$/.test(new URL(response.url()).pathname)) return;
    void response.body().then((body) => sizes.push(gzipSync(body).length));
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  assert.ok(sizes.length >= 3, 'scripts and styles were seen');
  assert.ok(kilobytes < 250, `the first page weighs ${kilobytes.toFixed(0)} KB`);
  await page.context().close();
});

test('an ended session leads to the log-in and back to the same screen', async () => {
  const { page, open, close } = await visit(browser, service);
  await open('devices', 'Devices');
  const token = await page.evaluate<string>("JSON.parse(sessionStorage.getItem('assay.session')).token");
  await service.call('POST', '/v1/auth/logout', undefined, token);
  await open('network').catch(() => undefined);
  await page.getByText('Your session has ended').waitFor();
  await logIn(page, service.owner);
  await page.getByRole('heading', { level: 1, name: 'Network' }).waitFor();
  await close();
});
