// The login page in both color schemes: no axe violations, no horizontal overflow, visible text.
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { type Service, startService } from './service.ts';
import { assertAccessible, assertNoErrors, loggedOutPage } from './visitor.ts';

let service: Service;
let browser: Browser;
before(async () => {
  [service, browser] = await Promise.all([startService({ events: false }), launchChromium({ graphics: false })]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

test('login page is accessible', async () => {
  const page = await loggedOutPage(browser, service);
  await page.goto('/');
  await page.getByLabel('Email').waitFor();
  await assertAccessible(page, 'login');
  assertNoErrors(page);
  await page.context().close();
});
