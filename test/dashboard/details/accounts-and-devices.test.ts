// Tests an analyst's work on imported logins: accounts, devices and networks, and their lists.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { eventsOf } from '../service.ts';
import { assertNoErrors, assertStructure, screenAt } from '../visitor.ts';

const dashboard = runDashboard({ events: true });

test('an account leads to its campaign and a network to a list of its events, which are labeled there', async () => {
  const { page, open } = dashboard.visitor;
  const base = `/v1/environments/${dashboard.service.environments.test.id}`;
  const { data: campaigns } = await dashboard.service.request<{ data: { id: string; event_count: number }[] }>(
    'GET',
    `${base}/campaigns?sort=event_count&limit=1`,
  );
  const { data: campaign } = await dashboard.service.request<{ data: { account_ids: string[] } }>(
    'GET',
    `${base}/campaigns/${campaigns[0]?.id}`,
  );
  await open(`accounts/${encodeURIComponent(campaign.account_ids[0] ?? '')}`);
  const card = page.getByRole('region', { name: 'Campaigns', exact: true });
  await card.getByText(`${campaigns[0]?.event_count.toLocaleString('en')} events against`).waitFor();
  await page.getByRole('table', { name: 'Events of the account' }).getByRole('checkbox').first().waitFor();
  await card.getByRole('link').first().click();
  await page.getByRole('link', { name: 'Alert me next time' }).waitFor();

  await open('network', 'Network');
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('link', { name: 'Filter these events' }).click();
  await page.getByRole('heading', { level: 1, name: 'Events', exact: true }).waitFor();
  assert.match(await page.getByRole('textbox', { name: 'Network' }).inputValue(), /^net_/);
  assert.equal(await page.getByRole('textbox', { name: 'Session' }).count(), 0, 'only filters that are set');
  const rows = page.getByRole('table', { name: 'Events', exact: true });
  await rows.getByRole('checkbox').first().click();
  await page.getByRole('button', { name: 'Label 1 selected event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Label 1 event' });
  await dialog.getByRole('combobox', { name: 'Label' }).click();
  await page.getByRole('option', { name: 'Account takeover' }).click();
  await dialog.getByRole('button', { name: 'Label 1 event' }).click();
  await page.getByText('1 event labeled “Account takeover”.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Labels of 1 event undone.').waitFor();
  await rows.getByRole('checkbox').first().click();
  await page.getByRole('button', { name: 'Label 1 selected event' }).waitFor();
  await page.evaluate("location.hash = location.hash.replace(/\\?.*/, '?decision=block')");
  await page.getByRole('button', { name: 'Label 0 selected events' }).waitFor();
  assertNoErrors(page);
});

test('an ambiguous match says how likely the device is new, as the API does', async () => {
  const { page, open } = dashboard.visitor;
  const detailOf = (id: string) =>
    dashboard.service.request<{ data: { resolution: { method: string } } }>('GET', `/v1/events/${id}`);
  for (const { id, device } of await eventsOf(dashboard.service, 'signal=NEW_DEVICE&limit=100')) {
    if ((await detailOf(id)).data.resolution.method !== 'ambiguous') continue;
    await open(`events/${id}`);
    const card = page.getByRole('region', { name: 'How the device was recognized' });
    await card.getByText('Ambiguous match').waitFor();
    await card.getByText('Probability that it is new').waitFor();
    await open(`devices/${device.id}?tab=resolutions`);
    const history = page.getByRole('table', { name: 'How the device was recognized' });
    const created = history.getByRole('row').filter({ hasText: 'Ambiguous match' });
    await created.getByText('probability that it is new').waitFor();
    assertNoErrors(page);
    return;
  }
  assert.fail('no ambiguous match was imported');
});

test('an account shows a summary and its links as a picture and a list', async () => {
  const { page, open } = dashboard.visitor;
  const [event] = await eventsOf(dashboard.service, 'decision=block&limit=1');
  assert.ok(event);
  await open(`accounts/${encodeURIComponent(event.external_account_id)}`);
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByText(/challenged or blocked/).waitFor();
  await page.getByRole('button', { name: 'Show links' }).click();
  await page.getByRole('img', { name: /^Links: / }).waitFor();
  const links = page.getByRole('table', { name: 'Links' });
  await links.getByText('Device', { exact: true }).first().waitFor();
  await links.getByText('Directly').first().waitFor();
  await assertStructure(page, 'links');
  await links.locator('[data-row-link]').first().click();
  await screenAt(page, /(devices|network|accounts)\//);
});

test('an account folds a flood of devices with one event, so that the device of the owner is seen', async () => {
  const { page, open } = dashboard.visitor;
  const account = 'flooded@example.com';
  const send = (device: number) => {
    const hash = `flood${device}`.padEnd(16, '0');
    const signals = {
      persistent_id: `f100d000-0000-4000-8000-00000000000${device}`,
      canvas_hash: hash,
      audio_hash: hash,
      fonts_hash: hash,
    };
    return dashboard.service.request('POST', '/v1/events', {
      event: 'login_failed',
      account: { id: account },
      signals,
    });
  };
  for (const device of [0, 0, 1, 2, 3, 4, 5]) await send(device);
  await open(`accounts/${encodeURIComponent(account)}`);
  const rows = page.getByRole('table', { name: 'Devices of the account' }).locator('tbody tr');
  const more = page.getByRole('button', { name: 'Show 5 more devices with one event each' });
  await more.waitFor();
  assert.equal(await rows.count(), 1);
  assert.equal(await rows.locator('[data-name="Events"]').textContent(), '2');
  await assertStructure(page, 'folded devices');
  await more.click();
  await rows.nth(5).waitFor();
  assert.equal(await rows.count(), 6);
  assert.equal(await more.count(), 0);
});

test('lists sort, filter and download what they show', async () => {
  const { page, open } = dashboard.visitor;
  await open('accounts', 'Accounts');
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Events, most first' }).click();
  await screenAt(page, /sort=event_count/);
  await open('events?decision=block', 'Events');
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Score, highest first' }).click();
  await screenAt(page, /sort=score/);
  await page.getByRole('button', { name: 'Download' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV for spreadsheets' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^events-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  assert.ok(lines.length > 50, `${lines.length} lines`);
  assert.match(lines[0] ?? '', /^id,event_type,/);
  await page.getByRole('button', { name: 'Count events' }).click();
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByText(`${lines.length - 1} events`)
    .waitFor();
  await page.getByRole('combobox', { name: 'Time range' }).click();
  await page.getByRole('option', { name: 'Last 24 hours' }).click();
  await screenAt(page, /from=20/);
  // A count applies only to the filters with which it was made.
  await page.getByText(`${lines.length - 1} events`).waitFor({ state: 'detached' });
});

test('devices are found by browser, system or trait', async () => {
  const { page, open } = dashboard.visitor;
  const all = await dashboard.service.request<{ data: { summary: string }[] }>(
    'GET',
    `/v1/environments/${dashboard.service.environments.test.id}/devices?limit=100`,
  );
  const summary = all.data[0]?.summary ?? '';
  await open('devices', 'Devices');
  const field = page.getByRole('textbox', { name: 'Browser, system or trait' });
  await page.keyboard.press('f');
  await field.fill(summary.toLowerCase());
  await field.press('Enter');
  await screenAt(page, /search=/);
  await page.getByRole('table', { name: 'Devices' }).getByText(summary, { exact: true }).first().waitFor();
  await assertStructure(page, 'a search of devices');
  await field.fill('no such browser');
  await field.press('Enter');
  await page.getByText('No matching devices', { exact: true }).waitFor();
});

test('a device shows its details, can be trusted and compared with another', async () => {
  const { page, open } = dashboard.visitor;
  // Imported devices have all signals.
  const [a, b] = [
    ...new Set((await eventsOf(dashboard.service, 'decision=block&limit=100')).map(({ device }) => device.id)),
  ];
  assert.ok(a && b);
  await open(`devices/${a}`);
  await page.getByRole('table', { name: 'Traits of the device' }).waitFor();
  await page.getByRole('button', { name: 'Trust device' }).click();
  await page.getByRole('button', { name: 'Revoke trust' }).click();
  await page.getByRole('button', { name: 'Trust device' }).waitFor();
  for (const [tab, table] of [
    ['Events', 'Events of the device'],
    ['Accounts', 'Accounts on the device'],
    ['Recognition', 'How the device was recognized'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('table', { name: table }).waitFor();
  }
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByLabel('Compare with device').fill(b);
  await page.getByRole('button', { name: 'Compare' }).click();
  const comparison = page.getByRole('table', { name: 'Comparison of the two devices' });
  await comparison.waitFor();
  // The open device stays in its column, whichever of the two was seen last.
  const { data: traits } = await dashboard.service.request<{ data: { signal: string; value: unknown }[] }>(
    'GET',
    `/v1/devices/${a}/signals`,
  );
  const zone = String(traits.find(({ signal }) => signal === 'timezone')?.value);
  for (const [device, column] of [
    [a, 'This device'],
    [b, 'Other device'],
  ] as const) {
    await open(`devices/${device}?tab=compare&with=${device === a ? b : a}`);
    const row = comparison.getByRole('row', { name: /^Time zone/ });
    assert.equal(await row.locator(`[data-name="${column}"]`).textContent(), zone, column);
  }
  assert.equal(await comparison.getByText(/^(true|false|\d+ x \d+)$/).count(), 0, 'as the traits are shown');
});

test('networks are listed by masked address', async () => {
  const { page, open } = dashboard.visitor;
  await open('network', 'Network');
  const addresses = await page
    .getByRole('table', { name: 'Addresses' })
    .locator('[data-name="Address"]')
    .allTextContents();
  assert.ok(addresses.length > 0 && addresses.every((address) => address.includes('xxx')), addresses.join());
  assertNoErrors(page, /status of 404/);
});
