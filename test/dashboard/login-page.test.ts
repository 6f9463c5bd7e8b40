// The log-in page in both color schemes: axe finds nothing, nothing sticks out, text has width.
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { type Service, startService } from './service.ts';
import { assertAccessible, assertNoErrors, stranger } from './visitor.ts';

let service: Service;
let browser: Browser;
before(async () => {
  [service, browser] = await Promise.all([startService({ events: false }), launchChromium({ graphics: false })]);
});
after(async () => {
  await browser?.close();
  await service?.close();
});

test('the log-in page is accessible', async () => {
  const page = await stranger(browser, service);
  await page.goto('/');
  await page.getByLabel('E-mail').waitFor();
  await assertAccessible(page, 'log-in');
  assertNoErrors(page);
  await page.context().close();
});
