// Every page, in both colour schemes and from a phone to a wall: axe finds nothing, nothing sticks out, text has width.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, newPage } from '../browser/chromium.ts';
import { type Service, startService } from './service.ts';
import { assertAccessible, assertNoErrors, visit } from './visitor.ts';

let service: Service;
let browser: Browser;
let screens: [screen: string, heading?: string][];
before(async () => {
  [service, browser] = await Promise.all([startService({ events: true }), launchChromium()]);
  screens = await everyScreen();
});
after(async () => {
  await browser?.close();
  await service?.close();
});

async function everyScreen(): Promise<typeof screens> {
  const { id } = service.environments.test;
  const list = await service.call<{ data: { id: string; external_account_id: string; device: { id: string } }[] }>(
    'GET',
    `/v1/environments/${id}/events?decision=block`,
  );
  const [event, other] = list.data;
  assert.ok(event && other);
  const device = `devices/${event.device.id}`;
  return [
    ['overview', 'Overview'],
    ['events', 'Events'],
    ['events?level=critical', 'Events'],
    [`events/${event.id}`],
    ['worklist', 'Worklist'],
    ['devices', 'Devices'],
    [device],
    [`${device}?tab=resolutions`],
    [`${device}?tab=compare&with=${other.device.id}`],
    ['accounts', 'Accounts'],
    [`accounts/${event.external_account_id}`],
    ['network', 'Network'],
    ['assessments', 'Risk assessments'],
    ['policy', 'Policy'],
    ...['rules', 'simulator', 'backtest', 'versions', 'quality'].map((tab): [string, string] => [
      `policy?tab=${tab}`,
      'Policy',
    ]),
    ['webhooks', 'Webhooks'],
    ['keys', 'Keys & environments'],
    ['members', 'Members'],
    ['audit', 'Audit log'],
    ['settings', 'Settings'],
  ];
}

for (const width of [1440, 390]) {
  test(`every page is accessible and fits at ${width} px`, async () => {
    const { page, open, close } = await visit(browser, service, { viewport: { width, height: 900 } });
    for (const [screen, heading] of screens) {
      await open(screen, heading);
      await page.waitForLoadState('networkidle');
      await assertAccessible(page, `${screen} at ${width} px`);
    }
    assertNoErrors(page);
    await close();
  });
}

test('the log-in page is accessible', async () => {
  const page = await newPage(browser, { baseURL: service.url });
  await page.goto('/');
  await page.getByLabel('E-mail').waitFor();
  await assertAccessible(page, 'log-in');
  assertNoErrors(page);
  await page.context().close();
});

test('dialogs are accessible: a rule, a key, a question on live, the shortcuts', async () => {
  const { page, open, close } = await visit(browser, service);
  const dialogs: [screen: string, button: string | RegExp][] = [
    ['policy?tab=rules', 'Add a rule'],
    ['keys', 'Make a key'],
    ['webhooks', 'Add an endpoint'],
    ['members', 'Invite a member'],
    ['worklist', /^Label/],
  ];
  for (const [screen, button] of dialogs) {
    await open(screen);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page, `dialog of ${screen}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await assertAccessible(page, 'shortcuts');
  await close();
});

test('everything can be reached from 3840 px to 320 px without a sideways scroll', async () => {
  for (const width of [3840, 320]) {
    const { page, open, close } = await visit(browser, service, { viewport: { width, height: 1080 } });
    for (const [screen, heading] of screens) {
      await open(screen, heading);
      await page.waitForLoadState('networkidle');
      const over = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(over, 0, `${screen} at ${width} px is ${over} px too wide`);
    }
    await close();
  }
});
