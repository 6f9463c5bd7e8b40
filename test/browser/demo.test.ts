// Tests the demo on the real service from a new user's view: a link with the key, a login, and three attacks.
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
  shop = `${await service.proxyFrom('81.2.69.160')}/demo/`;
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
const signalCodes = (page: Page) => page.locator('.reasons code').allTextContents();
const decision = (page: Page) => page.locator('#result .word').textContent();
const devices = (page: Page) => page.locator('#events tr td:nth-child(3)').allTextContents();

/** Saves a screenshot if `SCREENSHOTS` names a folder. */
async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

test('uses the key of the link and removes it from the address bar', async () => {
  const page = await open();
  assert.equal(page.url(), shop);
  assert.equal(await page.locator('#key-form').isVisible(), false);
  await page.reload();
  assert.equal(await page.locator('#key-form').isVisible(), false, 'the tab remembers it');
});

test('requests a missing key and rejects secret and live keys', async () => {
  const page = await newPage(browser);
  await page.goto(shop);
  await page.waitForSelector('#key-form:not([hidden])');
  for (const [key, expected] of [
    [service.values.environments.test.secret_key, 'secret'],
    [service.values.environments.live.public_key, 'test keys'],
  ] as const) {
    await page.fill('#key', key);
    await page.click('#key-form button');
    assert.match((await page.locator('#key-error').textContent()) ?? '', new RegExp(expected));
  }
  await page.fill('#key', service.values.environments.test.public_key);
  await page.click('#key-form button');
  assert.equal(await page.locator('#key-form').isVisible(), false);
  await logIn(page, 'fern');
  assert.ok(await decision(page));
});

test('recognizes the device at the second login and after clearing storage', async () => {
  const page = await open();
  await page.fill('#account', 'first');
  await logIn(page, 'fern');
  assert.ok((await signalCodes(page)).includes('NEW_DEVICE'));
  await screenshot(page, 'demo-first');
  await logIn(page, 'fern');
  assert.ok(!(await signalCodes(page)).includes('NEW_DEVICE'));
  await page.click('[data-scenario=forget]');
  await idle(page);
  await page.reload();
  await page.fill('#account', 'first');
  await logIn(page, 'fern');
  assert.ok(!(await signalCodes(page)).includes('NEW_DEVICE'));
  await logIn(page, 'wrong');
  assert.match((await page.locator('#outcome').textContent()) ?? '', /Wrong password/);
  assert.equal(new Set(await devices(page)).size, 1);
  assert.deepEqual(pageErrors(page), []);
});

test('shows the reasons for a new device, an automated browser and password guessing', async () => {
  const page = await open();
  await page.fill('#account', 'scenarios');
  await logIn(page, 'fern');
  const [own] = await devices(page);

  await page.click('[data-scenario=device]');
  await idle(page);
  assert.ok((await signalCodes(page)).includes('NEW_DEVICE'));
  assert.notEqual((await devices(page))[0], own);
  await screenshot(page, 'demo-device');

  await page.click('[data-scenario=automation]');
  await idle(page);
  assert.ok((await signalCodes(page)).includes('AUTOMATION_SUSPECTED'));
  assert.equal(await decision(page), 'challenge');
  await screenshot(page, 'demo-automation');

  await page.click('[data-scenario=guessing]');
  await idle(page);
  assert.ok((await signalCodes(page)).includes('BRUTE_FORCE_SUSPECTED'));
  assert.ok(['challenge', 'block'].includes((await decision(page)) ?? ''));
  assert.equal((await devices(page)).length, 15);
  await screenshot(page, 'demo-guessing');

  await logIn(page, 'fern');
  assert.equal((await devices(page))[0], own, 'the attack does not affect the recognition of this browser');
  assert.deepEqual(pageErrors(page), []);
});

test('has no axe violations, empty or filled, wide or narrow', async () => {
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
      `no horizontal scrolling at ${width}`,
    );
    await screenshot(page, `demo-${width}`);
  }
});

test('fails open when the service is unreachable', async () => {
  const page = await open();
  await logIn(page, 'fern');
  await page.context().setOffline(true);
  await logIn(page, 'fern');
  assert.match((await page.locator('#outcome').textContent()) ?? '', /Welcome/);
  assert.match((await page.locator('#result').textContent()) ?? '', /fail-open/);
});

test('a key that the service refuses gives no decision, and the reason', async () => {
  const page = await open();
  await page.evaluate("location.hash = '#key=pub_test_wrong'");
  await page.reload();
  await page.click('[data-scenario=automation]');
  await idle(page);
  assert.equal(await page.locator('#result .word').textContent(), 'no decision');
  assert.match((await page.locator('#result').textContent()) ?? '', /credential_malformed/);
  assert.deepEqual(await axeViolations(page), []);
});

test('names the rule that decided', async () => {
  const post = async <T>(path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { data: T };
  };
  const { data: session } = await post<{ token: string }>('/v1/auth/login', service.values.owner);
  const rule = {
    name: 'Wrong passwords',
    event_type: 'login_failed',
    conditions: { all: [{ field: 'risk.score', operator: 'gte', value: 0 }] },
    action: { decision: 'monitor' },
    priority: 1,
  };
  const rules = `/v1/environments/${service.values.environments.test.id}/policy/rules`;
  const { data: created } = await post<{ id: string }>(rules, rule, session.token);
  const page = await open();
  await logIn(page, 'wrong');
  await page.locator('#result dd').getByText(created.id).waitFor();
});
