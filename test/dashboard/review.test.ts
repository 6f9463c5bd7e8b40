// Tests an analyst's decisions on imported logins: outcomes of single events, of a queue and of whole campaigns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../browser/chromium.ts';
import { runDashboard } from './running-dashboard.ts';
import { eventsOf } from './service.ts';
import { assertNoErrors, assertStructure, holdAnswers, screenAt } from './visitor.ts';

const dashboard = runDashboard({ events: true });

test('records an outcome with label, reason and metadata, and shows the history', async () => {
  const { page, open } = dashboard.visitor;
  const [event] = await eventsOf(dashboard.service, 'decision=block&limit=1');
  assert.ok(event);
  await open(`events/${event.id}`);
  await page.getByRole('button', { name: 'Label this event' }).click();
  await waitFor(page, "document.activeElement.closest('form')?.ariaLabel === 'Record an outcome'");
  const card = page.getByRole('region', { name: 'Outcome' });
  await card.getByText('Account takeover').click();
  await card.getByText('Someone else accessed the customer’s account. Counts as fraud').waitFor();
  await card.getByLabel('Reason').fill('Customer called <b>in</b>');
  await card.getByRole('button', { name: /Add field/ }).click();
  await card.getByLabel('Name of field 1').fill('ticket');
  await card.getByLabel('Value of field 1').fill('4711');
  await card.getByRole('button', { name: 'Record outcome' }).click();
  const history = card.getByRole('list');
  await history.getByText('Customer called <b>in</b>').waitFor();
  await history.getByText('Correct block').waitFor();
  assert.equal(await card.getByLabel('Reason').inputValue(), '');
  await card.getByText('Legitimate', { exact: true }).click();
  await card.getByRole('button', { name: 'Record outcome' }).click();
  await card.getByText('Possible false positive').waitFor();
  assert.equal(await card.locator('ol > li').count(), 2);
  await page.getByRole('region', { name: 'Decision', exact: true }).getByText('Outcome', { exact: true }).waitFor();
});

test('an outcome is shown with its answer, before lists are read again', async () => {
  const { page, open } = dashboard.visitor;
  await open('worklist?queue=positives', 'Worklist');
  const table = page.getByRole('table', { name: 'False positives' });
  const row = table
    .getByRole('row')
    .filter({ has: page.locator('[data-row-link]') })
    .first();
  const href = await row.locator('[data-row-link]').getAttribute('href');
  await row.getByRole('cell', { name: 'Legitimate', exact: true }).waitFor();
  await row.getByRole('button', { name: /^Label / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Payment fraud').click();
  const answer = await holdAnswers(page, ({ pathname }) => pathname.startsWith('/v1/'));
  await dialog.getByRole('button', { name: 'Record outcome' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row.getByRole('cell', { name: 'Payment fraud', exact: true }).waitFor();
  await row.getByRole('cell', { name: 'Correct block' }).waitFor();
  // A dialog closed by saving holds no input, so the next one closes without asking.
  await row.getByRole('button', { name: /^Label / }).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await waitFor(page, `document.querySelector('[data-row-link]')?.getAttribute('href') !== '${href}'`);
});

test('labeling an event in the worklist removes it from the queue', async () => {
  const { page, open } = dashboard.visitor;
  await open('worklist?queue=unlabeled', 'Worklist');
  const table = page.getByRole('table', { name: 'To label' });
  const href = await table.locator('[data-row-link]').first().getAttribute('href');
  await table
    .getByRole('button', { name: /^Label / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Credential stuffing').click();
  await dialog.getByRole('button', { name: 'Record outcome' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await waitFor(page, `document.querySelector('[data-row-link]')?.getAttribute('href') !== '${href}'`);
  await page.getByText('False positives', { exact: true }).click();
  await screenAt(page, /queue=positives/);
});

test('an attack is one row of the worklist, is labeled by one act, and the labels are undone', async () => {
  const { page, open } = dashboard.visitor;
  await open('worklist?sort=event_count', 'Worklist');
  const table = page.getByRole('table', { name: 'Campaigns' });
  const size = (row: number) =>
    table.locator('tbody tr').nth(row).locator('[data-name="Events"]').textContent().then(Number);
  const rows = await table.locator('tbody tr').count();
  const sizes = await Promise.all(Array.from({ length: rows }, (_, row) => size(row)));
  assert.deepEqual(
    sizes,
    sizes.toSorted((one, other) => other - one),
  );
  const largest = 0;
  assert.ok((sizes[largest] ?? 0) >= 10, sizes.join());
  await page.getByRole('combobox', { name: 'Events per campaign' }).click();
  await page.getByRole('option', { name: '10 or more' }).click();
  const large = sizes.filter((events) => events >= 10).length;
  await table.locator('tbody tr').nth(large).waitFor({ state: 'detached' });
  assert.equal(await table.locator('tbody tr').count(), large);
  // The link covers the whole row, including a check box's cell. The click is forced, because the link covers the cell.
  await table.locator('tbody tr').nth(largest).locator('[data-name="Accounts"]').click({ force: true });
  await page.getByRole('table', { name: 'Challenged and blocked' }).waitFor();
  const id = /campaigns\/(cmp_[0-9a-z]+)/.exec(page.url())?.[1];
  const labeled = async () => {
    const path = `/v1/environments/${dashboard.service.environments.test.id}/campaigns/${id}`;
    return (await dashboard.service.request<{ data: { labeled_count: number } }>('GET', path)).data.labeled_count;
  };
  const before = await labeled();
  await page.getByRole('button', { name: /^Label all/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Label \d+ events/ });
  await dialog.getByRole('combobox', { name: 'Label' }).click();
  await page.getByRole('option', { name: 'Credential stuffing' }).click();
  await dialog.getByRole('button', { name: /^Label/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/labeled “Credential stuffing”/).waitFor();
  assert.equal(await labeled(), sizes[largest]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Labels of .* undone\.$/).waitFor();
  assert.equal(await labeled(), before);
});

test('the events of a campaign are newest first on every page, and one leads to the next', async () => {
  const { page, open } = dashboard.visitor;
  const base = `/v1/environments/${dashboard.service.environments.test.id}/campaigns`;
  const { data: campaigns } = await dashboard.service.request<{ data: { id: string }[] }>(
    'GET',
    `${base}?sort=event_count&limit=1`,
  );
  const { data: campaign } = await dashboard.service.request<{
    data: { event_ids: string[]; let_through_ids: string[] };
  }>('GET', `${base}/${campaigns[0]?.id}`);
  const newestFirst = [...campaign.event_ids].reverse();
  assert.ok(newestFirst.length > 20, 'no campaign has a second page');
  await open(`campaigns/${campaigns[0]?.id}`);
  const table = page.getByRole('table', { name: 'Challenged and blocked' });
  const shown = async () => {
    const links = await table.locator('[data-row-link]').all();
    const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
    return addresses.map((address) => /evt_[0-9a-z]+/.exec(address ?? '')?.[0]);
  };
  await table.locator(`[href*="${newestFirst[0]}"]`).waitFor();
  assert.deepEqual(await shown(), newestFirst.slice(0, 20));
  await page.getByRole('button', { name: 'Next' }).click();
  await table.locator(`[href*="${newestFirst[20]}"]`).waitFor();
  assert.deepEqual(await shown(), newestFirst.slice(20, 40));
  await table.locator('[data-row-link]').first().click();
  const queue = page.getByRole('navigation', { name: 'Queue' });
  const before = campaign.let_through_ids.length + 20;
  await queue.getByText(`${before + 1} of ${campaign.let_through_ids.length + newestFirst.length}`).waitFor();
  await queue.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL((url) => url.hash.includes(`events/${newestFirst[21]}`));
  await queue.getByRole('link', { name: 'Back to the campaign' }).click();
  await table.locator(`[href*="${newestFirst[20]}"]`).waitFor();
  assert.deepEqual(await shown(), newestFirst.slice(20, 40));
});

test('labels a campaign with those events let through that are chosen', async () => {
  const { page, open } = dashboard.visitor;
  const base = `/v1/environments/${dashboard.service.environments.test.id}/campaigns`;
  interface Detail {
    id: string;
    event_count: number;
    let_through_ids: string[];
  }
  const { data } = await dashboard.service.request<{ data: Detail[] }>('GET', `${base}?limit=100`);
  let found: Detail | undefined;
  for (const { id } of data) {
    const detail = (await dashboard.service.request<{ data: Detail }>('GET', `${base}/${id}`)).data;
    if (detail.let_through_ids.length >= 2) found ??= detail;
  }
  assert.ok(found !== undefined, 'no campaign let two events through');
  const [stopped, through] = [found.event_count, found.let_through_ids.length];
  await open(`campaigns/${found.id}`);
  const rows = page.getByRole('table', { name: 'Let through' }).getByRole('checkbox', { name: /^Select/ });
  await rows.first().click();
  await page.getByRole('button', { name: `Label all ${stopped + 1}`, exact: true }).waitFor();
  const all = page.getByRole('checkbox', { name: `With the ${through} events let through` });
  await all.click();
  await page.getByRole('button', { name: `Label all ${stopped + through}`, exact: true }).waitFor();
  await rows.nth(1).click();
  await page.getByRole('button', { name: `Label all ${stopped + through - 1}`, exact: true }).waitFor();
  await assertStructure(page, 'a campaign with chosen events');
});

test('a page of the worklist that is labeled at once makes room for the next', async () => {
  const { page, open } = dashboard.visitor;
  await open('worklist?queue=unlabeled', 'Worklist');
  const table = page.getByRole('table', { name: 'To label' });
  const first = await table.locator('[data-row-link]').first().getAttribute('href');
  await page.getByRole('button', { name: 'Select this page' }).click();
  await page.getByRole('button', { name: /^Label \d+ selected events/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Label' }).click();
  await page.getByRole('option', { name: 'Credential stuffing' }).click();
  const answer = await holdAnswers(page, ({ pathname }) => pathname.startsWith('/v1/'));
  await dialog.getByRole('button', { name: /^Label/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  // A table without rows would look like the end of the queue.
  await page.locator('[data-loading]').waitFor();
  assert.equal(await table.count(), 0);
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await table.waitFor();
  assert.notEqual(await table.locator('[data-row-link]').first().getAttribute('href'), first);
});

test('a challenged event says whether its account passed a second factor, and who says so', async () => {
  const { page, open } = dashboard.visitor;
  const { service } = dashboard;
  const send = async (event: string, key: string) => {
    const body = { event, account: { id: 'force_challenge_result' } };
    return (await service.request<{ data: { id: string } }>('POST', '/v1/events', body, key)).data.id;
  };
  const { public_key, secret_key } = service.environments.test;
  const id = await send('login', secret_key);
  const verdict = page.getByRole('region', { name: 'Decision', exact: true });
  await open(`events/${id}`);
  await verdict.getByText('Not known yet: no second factor of the account was reported so far.').waitFor();
  await page.getByRole('region', { name: 'Record' }).getByText('Your backend (secret key)').waitFor();
  // Within the hour, the page polls for a result.
  const claim = await send('mfa_passed', public_key);
  await verdict.getByText(/^Not proven: only a browser says that a second factor was accepted/).waitFor();
  await send('mfa_verified', secret_key);
  await page.reload();
  await verdict.getByText(/^Passed: the account’s second factor was accepted \d+ seconds? later/).waitFor();
  await open(`events/${claim}`);
  await page.getByRole('region', { name: 'Record' }).getByText('A browser (public key)').waitFor();
  assertNoErrors(page);
});

test('while the rows for new filters are read, the old ones are marked and cannot be selected', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?decision=allow', 'Events');
  const table = page.getByRole('region', { name: /, table$/ });
  const selectPage = page.getByRole('button', { name: 'Select this page' });
  const boxes = table.getByRole('checkbox');
  const old = await table.locator('[data-row-link]').first().getAttribute('href');
  assert.equal(await table.getAttribute('aria-busy'), 'false');
  const answer = await holdAnswers(page, ({ pathname }) => pathname.endsWith('/events'));
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Score, highest first' }).click();
  await screenAt(page, /sort=score/);
  await waitFor(page, `document.querySelector('section[aria-label$=", table"]')?.ariaBusy === 'true'`);
  assert.ok(await selectPage.isDisabled(), 'it would select rows of the other list');
  assert.ok(await boxes.first().isDisabled());
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await waitFor(page, `document.querySelector('section[aria-label$=", table"]')?.ariaBusy === 'false'`);
  await waitFor(page, `document.querySelector('[data-row-link]')?.getAttribute('href') !== '${old}'`);
  await selectPage.click();
  assert.ok(await boxes.first().isChecked());
  await page.getByRole('button', { name: 'Clear selection' }).click();
  assertNoErrors(page);
});
