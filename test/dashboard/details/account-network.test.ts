// Tests the pages of an account and a network in a real browser: summary, timeline and activity.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors, assertStructure, holdAnswers, screenAt, visit } from '../visitor.ts';

interface Item {
  id: string;
  external_account_id: string;
}

const dashboard = runDashboard({ events: true, viewport: { width: 1440, height: 900 } });

const path = (rest: string) => `/v1/environments/${dashboard.service.environments.test.id}/${rest}`;

/** An account with a run of stopped events and one with a proven login. */
async function accountWhere(matches: (entries: { kind: string; event_count: number }[]) => boolean): Promise<string> {
  const { data } = await dashboard.service.request<{ data: Item[] }>('GET', path('events?decision=block&limit=100'));
  for (const account of new Set(data.map((event) => event.external_account_id))) {
    const timeline = await dashboard.service.request<{ data: { kind: string; event_count: number }[] }>(
      'GET',
      path(`accounts/${encodeURIComponent(account)}/timeline?limit=100`),
    );
    if (matches(timeline.data)) return account;
  }
  throw new Error('no such account was imported');
}

test('an account says who it is and what happened to it, and leads to the events behind each entry', async () => {
  const { page, open } = dashboard.visitor;
  const isRun = ({ kind, event_count: events }: { kind: string; event_count: number }) =>
    kind === 'stopped' && events > 1;
  const account = await accountWhere((entries) => entries.some(isRun));
  await open(`accounts/${encodeURIComponent(account)}`);
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByText(/^Highest score \d+, mean \d+/).waitFor();
  await summary.getByText('Proven logins').waitFor();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  const run = timeline.getByRole('link', { name: /^[\d,]+ events challenged or blocked$/ }).first();
  const said = Number((await run.textContent())?.replaceAll(/\D/g, ''));
  await assertStructure(page, 'account');
  await run.click();
  await screenAt(page, /events\?.*account_id=/);
  const rows = page.getByRole('table', { name: 'Events', exact: true }).locator('tbody tr');
  await rows.first().waitFor();
  // The run contains every stopped event of its time.
  const query = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
  query.set('limit', '100');
  query.delete('columns');
  const { data } = await dashboard.service.request<{ data: Item[] }>('GET', path(`events?${query}`));
  assert.equal(data.length, said);
});

test('a label and a note appear in the timeline at once', async () => {
  const { page, open } = dashboard.visitor;
  const account = await accountWhere(() => true);
  const { data } = await dashboard.service.request<{ data: Item[] }>(
    'GET',
    path(`events?account_id=${encodeURIComponent(account)}&decision=block&limit=1`),
  );
  await dashboard.service.request('POST', `/v1/events/${data[0]?.id}/outcome`, { label: 'account_takeover' });
  await open(`accounts/${encodeURIComponent(account)}`);
  // The screen may have been read a moment ago, before the label.
  await page.reload();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await timeline.getByRole('link', { name: 'Labeled Account takeover' }).waitFor();
  await page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: 'Account takeover' }).waitFor();
  await page.getByRole('textbox', { name: 'New note' }).fill('They called: <i>locked out</i>');
  await page.getByRole('button', { name: 'Add note' }).click();
  await timeline.getByText('They called: <i>locked out</i>').waitFor();
});

test('the riskiest event says that the server reported it if a browser claimed a riskier one', async () => {
  const { page, open } = dashboard.visitor;
  const { service } = dashboard;
  const send = (body: object, token?: string) =>
    service.request('POST', '/v1/events', { account: { id: 'u_claimed' }, ...body }, token);
  await send({
    event: 'login',
    ip_address: '85.7.9.1',
    signals: { persistent_id: 'b8f1f6c26f0c4f6e9a570d6c1d6f1c11' },
  });
  const summary = page.getByRole('region', { name: 'Summary' });
  await open('accounts/u_claimed');
  await summary.getByText('Riskiest of 30 days').waitFor();
  await send({ event: 'login', signals: { automation: { webdriver: true } } }, service.environments.test.public_key);
  await page.reload();
  await summary.getByText('Riskiest from your server').waitFor();
});

test('the summary of an account does not push its events down', async () => {
  const { page, open } = dashboard.visitor;
  const account = await accountWhere(() => true);
  await open('network', 'Network');
  const summary = `/accounts/${encodeURIComponent(account)}`;
  const answer = await holdAnswers(page, (url) => url.pathname.endsWith(summary));
  // Reloads because earlier reads would be shown at once.
  await page.reload();
  const opened = open(summary.slice(1));
  await page.getByRole('heading', { level: 1, name: account }).waitFor();
  const events = page.getByRole('region', { name: 'Events', exact: true });
  assert.equal(await events.count(), 0);
  answer();
  await opened;
  await events.waitFor();
});

test('the networks of an account lead to the network, whose bars lead to its events', async () => {
  const { page, open } = dashboard.visitor;
  const account = await accountWhere(() => true);
  await open(`accounts/${encodeURIComponent(account)}`);
  await page.getByRole('table', { name: 'Networks of the account' }).locator('[data-row-link]').first().click();
  await screenAt(page, /network\/net_/);
  await page.getByRole('img', { name: /^Decisions by .* in total$/ }).waitFor();
  await page.getByText('Show data').first().click();
  await assertStructure(page, 'network');
  const accounts = page.getByRole('table', { name: 'Accounts seen at the address' });
  await accounts.getByRole('link', { name: account, exact: true }).waitFor();
  assert.match((await page.getByText(/ was proven to be in /).textContent()) ?? '', /: \d+ of \d+\./);
  // The last bar contains the last event.
  const bar = page.getByRole('region', { name: 'Chart data' }).getByRole('row').last();
  const said = Number((await bar.getByRole('cell').nth(1).textContent())?.replaceAll(/\D/g, ''));
  await bar.getByRole('link').click();
  await screenAt(page, /events\?.*network=net_/);
  const rows = page.getByRole('table', { name: 'Events', exact: true }).locator('tbody tr');
  await rows.first().waitFor();
  assert.equal(await rows.count(), Math.min(said, 25));
  assertNoErrors(page);
});

test('the worklist lists what campaigns let through until it is labeled', async () => {
  const { page, open } = dashboard.visitor;
  const send = (account: string) => {
    const hash = '9f86d081884c7d659a2feaa0c55ad015';
    const signals = { persistent_id: hash, canvas_hash: hash, audio_hash: hash, fonts_hash: hash };
    const body = { event: 'login', account: { id: account }, ip_address: '93.184.216.34', signals };
    return dashboard.service.request<{ data: { id: string } }>('POST', '/v1/events', body);
  };
  const { data: blocked } = await send('force_block_0');
  for (let victim = 1; victim < 5; victim += 1) await send(`force_block_${victim}`);
  const { data: missed } = await send('force_allow_missed');
  await open(`events/${blocked.id}`);
  const card = page.getByRole('region', { name: 'Campaign', exact: true });
  await card.getByText('1 of its events was let through.').waitFor();
  await open('worklist?queue=let-through', 'Worklist');
  await page.getByRole('combobox', { name: 'Event type' }).click();
  await page.getByRole('option', { name: 'Login', exact: true }).click();
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Time, newest first' }).click();
  await screenAt(page, /event_type=login.*sort=time/);
  const row = page.getByRole('table', { name: 'Let through' }).locator('tbody tr', { hasText: 'force_allow_missed' });
  await row.getByRole('link', { name: 'Open the campaign' }).waitFor();
  await assertStructure(page, 'let through');
  // An event that is opened has its position in the list, and leads back to it.
  await row.locator('[data-row-link]').click();
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await queue.getByText(/^\d+ of \d+/).waitFor();
  await queue.getByRole('link', { name: 'Back to “Let through”' }).click();
  await screenAt(page, /queue=let-through.*sort=time/);
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Label 1 selected event' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Label' }).click();
  await page.getByRole('option', { name: 'Account takeover' }).click();
  await dialog.getByRole('button', { name: /^Label/ }).click();
  await row.waitFor({ state: 'detached' });
  // A sort that only this queue has must not reach the next one.
  await page.getByText('Campaigns', { exact: true }).click();
  await page.getByRole('table', { name: 'Campaigns' }).waitFor();
  assert.doesNotMatch(page.url(), /sort=|event_type=/);
  const { data } = await dashboard.service.request<{ data: { id: string }[] }>('GET', path('let-through?limit=100'));
  assert.ok(data.some(({ id }) => id === missed.id));
});

test('both pages fit a phone', async () => {
  const { page, open, close } = await visit(dashboard.browser, dashboard.service, {
    viewport: { width: 390, height: 844 },
  });
  const account = await accountWhere(() => true);
  await open(`accounts/${encodeURIComponent(account)}`);
  await page.getByRole('list', { name: 'Timeline' }).waitFor();
  await assertStructure(page, 'account on a phone');
  await page.getByRole('table', { name: 'Networks of the account' }).locator('[data-row-link]').first().click();
  await page.getByRole('table', { name: 'Accounts seen at the address' }).waitFor();
  await assertStructure(page, 'network on a phone');
  await close();
});
