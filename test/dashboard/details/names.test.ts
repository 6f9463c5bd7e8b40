// Tests names that people choose: the form rejects one of spaces only, and a single long word breaks within its box.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { waitFor } from '../../browser/chromium.ts';
import { runDashboard } from '../running-dashboard.ts';
import { assertFits, assertNoErrors, tokenOf } from '../visitor.ts';

const dashboard = runDashboard({ viewport: { width: 1280, height: 900 } });

/** The forms with a name: their screen, how they are opened, their title and the button that saves. */
const FORMS: [screen: string, open: (page: Page) => Promise<void>, title: string, save: string][] = [
  ['keys', (page) => press(page, 'Add environment'), 'New environment', 'Add environment'],
  ['keys', (page) => press(page, 'Edit Test'), 'Edit Test', 'Save'],
  ['keys', (page) => press(page, 'Create key'), 'New key for TEST', 'Create key'],
  ['alerts', (page) => press(page, 'Add rule'), 'New alert rule', 'Add rule'],
  ['alerts', (page) => press(page, 'Add channel'), 'New channel', 'Add channel'],
  ['events', saveView, 'Save this view', 'Save view'],
];

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function saveView(page: Page): Promise<void> {
  await press(page, 'Views');
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
}

for (const [screen, openForm, title, save] of FORMS) {
  test(`“${title}” refuses a name of spaces before it is sent`, async () => {
    const { page, open } = dashboard.visitor;
    await open(screen);
    await openForm(page);
    const form = page.getByRole('dialog', { name: title });
    const name = form.getByLabel('Name');
    await name.fill(' \u3000');
    await form.getByText('A name needs more than spaces.').waitFor();
    assert.ok(await form.getByRole('button', { name: save }).isDisabled());
    await name.fill('Shop');
    await form.getByText('A name needs more than spaces.').waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'detached' });
    assertNoErrors(page);
  });
}

test('long words as names break within their tables, cards and buttons', async () => {
  const { page, open } = dashboard.visitor;
  const { service } = dashboard;
  const base = `/v1/environments/${service.environments.test.id}`;
  const token = await tokenOf(page);
  const name = 'w'.repeat(80);
  const conditions = { all: [{ field: 'event.type', operator: 'eq', value: 'w'.repeat(64) }] };
  const sent: [path: string, body: object][] = [
    ['/v1/environments', { name, kind: 'test' }],
    [`${base}/keys`, { name, kind: 'public' }],
    [`${base}/alert-channels`, { name, kind: 'slack', url: 'http://127.0.0.1:9/hook' }],
    [`${base}/alert-rules`, { name, kind: 'attack_wave', threshold: 20, channels: [] }],
    [`${base}/views`, { name, list: 'events', query: { level: ['high'] } }],
    [
      `${base}/policy/rules`,
      { name, event_type: 'w'.repeat(64), conditions, action: { decision: 'monitor' }, priority: 1 },
    ],
    ['/v1/members', { email: `${'w'.repeat(60)}@${'w'.repeat(60)}.example`, role: 'viewer' }],
  ];
  for (const [path, body] of sent) await service.request('POST', path, body, token);
  const event = { event: 'login', account: { id: `force_block_${name}` }, ip_address: '93.184.216.34' };
  const { id } = (await service.request<{ data: { id: string } }>('POST', '/v1/events', event)).data;
  const campaign = `campaigns/cmp_${id.slice(-26)}`;
  await page.reload();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const screen of [
      `events/${id}`,
      campaign,
      'members',
      'audit',
      'keys',
      'alerts',
      'policy?tab=rules',
      'events?level=high',
    ]) {
      await open(screen);
      await page.locator('main').getByText('w'.repeat(60)).locator('visible=true').first().waitFor();
      await assertFits(page, `${screen} at ${width} px`);
      const wide = await page.evaluate<number>(
        "[...document.querySelectorAll('main section')].filter((one) => one.scrollWidth > one.clientWidth).length",
      );
      assert.equal(wide, 0, `${screen} at ${width} px`);
    }
    await page.getByRole('button', { name: /^View: w/ }).click();
    await page.getByRole('menuitem', { name }).waitFor();
    await assertFits(page, `the menu of views at ${width} px`);
    await page.keyboard.press('Escape');
  }
});

test('on a phone, which shows no titles, a list shows the whole ID of an account', async () => {
  const { page, open } = dashboard.visitor;
  const account = `force_block_${'w'.repeat(80)}`;
  await dashboard.service.request('POST', '/v1/events', { event: 'login', account: { id: account } });
  await page.setViewportSize({ width: 390, height: 900 });
  await open('events?decision=block', 'Events');
  const link = page.getByRole('link', { name: account }).first();
  const [shown, row] = [await link.boundingBox(), await page.locator('tr', { has: link }).first().boundingBox()];
  assert.ok(shown !== null && row !== null);
  assert.ok(shown.x + shown.width <= row.x + row.width, 'it ends within its row');
  assert.ok(shown.height > 60, `it continues on further lines: ${shown.height} px`);
});

test('next to the menu of icons, lists show their last column with long account IDs, too', async () => {
  const { page, open } = dashboard.visitor;
  for (const [account, event] of [
    ['force_challenge_the.first.address@customers.example.com', 'password_reset_requested'],
    ['force_challenge_the.second.address@customers.example.com', 'login_failed'],
  ]) {
    const body = { event, account: { id: account }, signals: { automation: { webdriver: true } } };
    await dashboard.service.request('POST', '/v1/events', body);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const screen of ['events', 'events?decision=challenge', 'worklist?queue=unlabeled', 'worklist']) {
    await open(screen);
    const table = page.getByRole('region', { name: /, table$/ });
    const [scroll, client] = await table.evaluate((element) => [element.scrollWidth, element.clientWidth]);
    assert.equal(scroll, client, screen);
    await assertFits(page, screen);
  }
  const events = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' });
  assert.equal(await events.getAttribute('title'), 'Events');
  await events.click();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  assertNoErrors(page);
});

test('a page is printed in light colors and without the menu', async () => {
  const { page, open } = dashboard.visitor;
  await open('settings', 'Settings');
  const ink = () => page.evaluate<string>("getComputedStyle(document.querySelector('h1')).color");
  const menu = page.getByRole('navigation', { name: 'Main' });
  const light = await ink();
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitFor(page, "document.documentElement.dataset.mantineColorScheme === 'dark'");
  assert.notEqual(await ink(), light);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  assert.equal(await ink(), light);
  assert.ok(await menu.isHidden());
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
  assert.ok(await menu.isVisible());
});
