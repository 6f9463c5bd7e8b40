// Tests rows without a page (erased accounts), event types outside the catalog, and numbers whose links show the same events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors, assertStructure, screenAt, tokenOf } from '../visitor.ts';

const OWN_TYPE = 'gift_card_redeemed_at_the_checkout_of_the_shop';
const HASH = '9f86d081884c7d659a2feaa0c55ad015';
const SIGNALS = {
  persistent_id: HASH,
  canvas_hash: HASH,
  audio_hash: HASH,
  fonts_hash: HASH,
  webgl_hash: HASH,
  timezone: 'Europe/Oslo',
  hardware_concurrency: 8,
};

let device: string;
const dashboard = runDashboard({
  prepare: async ({ request }) => {
    const send = (account: string, type = 'login') =>
      request<{ data: { device: { id: string } } }>('POST', '/v1/events', {
        event: type,
        account: { id: account },
        ip_address: '203.0.113.9',
        signals: SIGNALS,
      });
    await send('u_erased');
    await send('u_gone');
    await send('u_stays', OWN_TYPE);
    const { data } = await send('u_stays');
    device = data.device.id;
  },
});

test('an erased account is listed without a link that leads nowhere', async () => {
  const { page, open } = dashboard.visitor;
  const base = `/v1/environments/${dashboard.service.environments.test.id}`;
  const token = await tokenOf(page);
  for (const account of ['u_erased', 'u_gone']) {
    await dashboard.service.request('POST', `${base}/accounts/${account}/erase`, undefined, token);
  }
  const lists: [screen: string, table: string][] = [
    ['accounts', 'Accounts'],
    [`devices/${device}?tab=accounts`, 'Accounts on the device'],
    [`devices/${device}?tab=links`, 'Links'],
  ];
  for (const [screen, name] of lists) {
    await open(screen);
    if (name === 'Links') await page.getByRole('button', { name: 'Show links' }).click();
    const table = page.getByRole('table', { name, exact: true });
    await table.getByRole('link', { name: /^u_stays/ }).waitFor();
    const erased = table.getByRole('row').filter({ hasText: /erased/i });
    assert.notEqual(await erased.count(), 0, name);
    for (const row of await erased.all()) assert.equal(await row.getByRole('link').count(), 0, name);
    await assertStructure(page, name);
  }
  await open('events', 'Events');
  const events = page.getByRole('table', { name: 'Events', exact: true });
  assert.equal(await events.getByText('Erased account').count(), 2);
  await events.getByRole('row').filter({ hasText: 'Erased account' }).first().getByRole('link').first().click();
  await page.getByRole('region', { name: 'Decision' }).getByText('Login, erased account').waitFor();
  assertNoErrors(page);
});

test('a type outside the catalog is a filter once its code is typed, next to one of the catalog that is found by its name', async () => {
  const { page, open } = dashboard.visitor;
  await open('events', 'Events');
  const field = page.getByRole('combobox', { name: 'Event type' });
  await field.fill('factor f');
  await page.getByRole('option').first().waitFor();
  assert.deepEqual(await page.getByRole('option').allTextContents(), ['Second factor failed']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await screenAt(page, /event_type=mfa_failed/);
  await field.fill(OWN_TYPE);
  await page.getByRole('option', { name: `Other type: ${OWN_TYPE}` }).click();
  await screenAt(page, new RegExp(`event_type=mfa_failed&event_type=${OWN_TYPE}`));
  await page.getByRole('table').getByText('Gift card redeemed').waitFor();
  const chosen = page.getByRole('search').getByText('Gift card redeemed at the checkout of the shop', { exact: true });
  await chosen.waitFor();
  await field.fill('No Such Type!');
  await page.getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  assertNoErrors(page);
});

test('a long name of a type breaks, so that the last column stays in the window', async () => {
  const { page, open } = dashboard.visitor;
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(`events?event_type=${OWN_TYPE}`, 'Events');
  const table = page.getByRole('region', { name: /, table$/ });
  const [scroll, client] = await table.evaluate((element) => [element.scrollWidth, element.clientWidth]);
  assert.equal(scroll, client);
  assertNoErrors(page);
});

test('the numbers of the last 30 days of an account lead to the events of these days', async () => {
  const { page, open } = dashboard.visitor;
  await open('accounts/u_stays', 'u_stays');
  const link = page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: /^\d+ (allowed|monitored)/ });
  const [count, from] = [
    Number.parseInt((await link.first().textContent()) ?? '', 10),
    /from=([^&]+)/.exec((await link.first().getAttribute('href')) ?? '')?.[1],
  ];
  assert.ok(from !== undefined, 'no start');
  assert.ok(Date.now() - Date.parse(decodeURIComponent(from)) < 30.1 * 86_400_000, from);
  await link.first().click();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await page.locator('[data-row-link]').first().waitFor();
  assert.equal(await page.locator('[data-row-link]').count(), count);
  assertNoErrors(page);
});
