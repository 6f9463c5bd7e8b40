// The demo on the real service, as a new user sees it: a link with the key, a log-in, and three attackers.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, describeViolations, launchChromium, newPage, pageErrors, waitFor } from './chromium.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let browser: Browser;
let shop: string;
before(async () => {
  [service, browser] = await Promise.all([startService(), launchChromium({ automated: false })]);
  shop = `${await service.seenFrom('81.2.69.160')}/demo/`;
});
after(async () => {
  await browser.close();
  await service.stop();
});

const link = () => `${shop}#key=${service.values.environments.test.public_key}`;
async function open(): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(link());
  return page;
}
async function logIn(page: Page, password: string): Promise<void> {
  await page.fill('#password', '');
  await page.locator('#password').pressSequentially(password);
  await page.click('#login button');
  await idle(page);
}
const idle = (page: Page) => waitFor(page, `!document.querySelector('button:disabled')`);
const codes = (page: Page) => page.locator('.reasons code').allTextContents();
const word = (page: Page) => page.locator('#result .word').textContent();
const devices = (page: Page) => page.locator('#events tr td:nth-child(3)').allTextContents();

/** Kept for a look when `SCREENSHOTS` names a folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

test('the key of the link is used, and leaves the address bar', async () => {
  const page = await open();
  assert.equal(page.url(), shop);
  assert.equal(await page.locator('#key-form').isVisible(), false);
  await page.reload();
  assert.equal(await page.locator('#key-form').isVisible(), false, 'the tab remembers it');
});

test('without a key it is asked for; a secret and a live key are refused', async () => {
  const page = await newPage(browser);
  await page.goto(shop);
  await page.waitForSelector('#key-form:not([hidden])');
  for (const [key, word] of [
    [service.values.environments.test.secret_key, 'secret'],
    [service.values.environments.live.public_key, 'test keys'],
  ] as const) {
    await page.fill('#key', key);
    await page.click('#key-form button');
    assert.match((await page.locator('#key-error').textContent()) ?? '', new RegExp(word));
  }
  await page.fill('#key', service.values.environments.test.public_key);
  await page.click('#key-form button');
  assert.equal(await page.locator('#key-form').isVisible(), false);
  await logIn(page, 'fern');
  assert.ok(await word(page));
});

test('a first log-in makes a device, the second finds it, and cleared storage still finds it by its signals', async () => {
  const page = await open();
  await page.fill('#account', 'first');
  await logIn(page, 'fern');
  assert.ok((await codes(page)).includes('NEW_DEVICE'));
  await shoot(page, 'demo-first');
  await logIn(page, 'fern');
  assert.ok(!(await codes(page)).includes('NEW_DEVICE'));
  await page.click('[data-scenario=forget]');
  await idle(page);
  await page.reload();
  await page.fill('#account', 'first');
  await logIn(page, 'fern');
  assert.ok(!(await codes(page)).includes('NEW_DEVICE'));
  await logIn(page, 'wrong');
  assert.match((await page.locator('#outcome').textContent()) ?? '', /Wrong password/);
  assert.equal(new Set(await devices(page)).size, 1);
  assert.deepEqual(pageErrors(page), []);
});

test('a new device, an automated browser and a password guesser are each shown with their reasons', async () => {
  const page = await open();
  await page.fill('#account', 'scenarios');
  await logIn(page, 'fern');
  const [own] = await devices(page);

  await page.click('[data-scenario=device]');
  await idle(page);
  assert.ok((await codes(page)).includes('NEW_DEVICE'));
  assert.notEqual((await devices(page))[0], own);
  await shoot(page, 'demo-device');

  await page.click('[data-scenario=automation]');
  await idle(page);
  assert.ok((await codes(page)).includes('AUTOMATION_SUSPECTED'));
  assert.equal(await word(page), 'challenge');
  await shoot(page, 'demo-automation');

  await page.click('[data-scenario=guessing]');
  await idle(page);
  assert.ok((await codes(page)).includes('BRUTE_FORCE_SUSPECTED'));
  assert.ok(['challenge', 'block'].includes((await word(page)) ?? ''));
  assert.equal((await devices(page)).length, 15);
  await shoot(page, 'demo-guessing');

  await logIn(page, 'fern');
  assert.equal((await devices(page))[0], own, 'the guesser hurt nobody: the own browser is the own browser');
  assert.deepEqual(pageErrors(page), []);
});

test('axe finds nothing on the page, empty, filled and narrow', async () => {
  const page = await open();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const scenario of ['', 'automation']) {
      if (scenario) {
        await page.click(`[data-scenario=${scenario}]`);
        await idle(page);
      }
      const violations = await axeViolations(page);
      assert.equal(violations.length, 0, describeViolations(violations));
    }
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
      true,
      `nothing sticks out at ${width}`,
    );
    await shoot(page, `demo-${width}`);
  }
});

test('a service that is gone does not keep the shop shut', async () => {
  const page = await open();
  await logIn(page, 'fern');
  await page.context().setOffline(true);
  await logIn(page, 'fern');
  assert.match((await page.locator('#outcome').textContent()) ?? '', /Welcome/);
  assert.match((await page.locator('#result').textContent()) ?? '', /fail-open/);
});
