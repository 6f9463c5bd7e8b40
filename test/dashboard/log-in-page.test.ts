// The log-in page in both colour schemes: axe finds nothing, nothing sticks out, text has width.
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, newPage } from '../browser/chromium.ts';
import { type Service, startService } from './service.ts';
import { assertAccessible, assertNoErrors } from './visitor.ts';

let service: Service;
let browser: Browser;
before(async () => {
  [service, browser] = await Promise.all([startService({ events: false }), launchChromium()]);
});
after(async () => {
  await browser?.close();
  await service?.close();
});

test('the log-in page is accessible', async () => {
  const page = await newPage(browser, { baseURL: service.url });
  await page.goto('/');
  await page.getByLabel('E-mail').waitFor();
  await assertAccessible(page, 'log-in');
  assertNoErrors(page);
  await page.context().close();
});
