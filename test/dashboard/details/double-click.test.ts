// Tests that a double click on a submit button sends one request, whether the answer arrives before or after the second click.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors } from '../visitor.ts';

let event: string;
const dashboard = runDashboard({
  prepare: async (service) => {
    const body = { event: 'login', account: { id: 'u_1' } };
    event = (await service.request<{ data: { id: string } }>('POST', '/v1/events', body)).data.id;
  },
});

/** Double-clicks the button and answers only then; returns how many requests with a body were sent once `done` is shown. */
async function requestsOf(button: Locator, done: Locator): Promise<number> {
  const { page } = dashboard.visitor;
  let sent = 0;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    sent += 1;
    await held;
    return route.continue();
  });
  await button.dblclick();
  answer();
  await done.waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  return sent;
}

test('creates one key and shows it', async () => {
  const { page, open } = dashboard.visitor;
  await open('keys', 'Keys & environments');
  const keys = page.getByRole('table', { name: 'Keys' }).getByRole('row');
  const before = await keys.count();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'Create key' });
  assert.equal(await requestsOf(button, dialog.locator('pre')), 1);
  // This button is where the first one was: a second click after the answer does not close the dialog.
  const copied = dialog.getByRole('button', { name: 'I have copied it' });
  await copied.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  assert.ok(await dialog.isVisible());
  await copied.click();
  await dialog.waitFor({ state: 'hidden' });
  await page.reload();
  await keys.first().waitFor();
  assert.equal(await keys.count(), before + 1);
});

test('adds one endpoint', async () => {
  const { openForm } = dashboard.visitor;
  const dialog = await openForm('webhooks', 'Webhooks', 'Add your first endpoint');
  await dialog.getByLabel('URL').fill('http://127.0.0.1:9/hook');
  const button = dialog.getByRole('button', { name: 'Add endpoint' });
  assert.equal(await requestsOf(button, dialog.locator('pre')), 1);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
});

test('adds one environment', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('keys', 'Keys & environments', 'Add environment', 'New environment');
  await dialog.getByLabel('Name').fill('Staging');
  const button = dialog.getByRole('button', { name: 'Add environment' });
  assert.equal(await requestsOf(button, page.getByRole('region', { name: 'Staging' })), 1);
});

test('adds one note and one rule', async () => {
  const { page, open, openForm } = dashboard.visitor;
  await open(`events/${event}`);
  await page.getByRole('textbox', { name: 'New note' }).fill('Called the owner');
  const note = page.getByRole('list', { name: 'Notes' }).getByText('Called the owner');
  assert.equal(await requestsOf(page.getByRole('button', { name: 'Add note' }), note), 1);
  const dialog = await openForm('policy?tab=rules', 'Policy', 'Add rule', 'New rule');
  await dialog.getByLabel('Name').fill('Block the rest');
  const rule = page.getByRole('heading', { name: 'Block the rest' });
  assert.equal(await requestsOf(dialog.getByRole('button', { name: 'Add rule' }), rule), 1);
});

test('records one outcome, also when the answer comes before the second click', async () => {
  const { page, open } = dashboard.visitor;
  await open(`events/${event}`);
  const form = page.getByRole('form', { name: 'Record an outcome' });
  await form.getByText('Legitimate', { exact: true }).click();
  const button = form.getByRole('button', { name: 'Record outcome' });
  const recorded = page.getByText('Outcome recorded.').first();
  assert.equal(await requestsOf(button, recorded), 1);
  await form.locator('button[type="submit"]:not([data-loading])').waitFor();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  const clickAgain = async (clickCount: number) => {
    await button.hover();
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  // The same outcome again would send nothing anyway.
  await form.getByText('Bot confirmed').click();
  await clickAgain(2);
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await clickAgain(1);
  await answered;
  assert.equal(sent, 1, 'only the later, single click');
  assertNoErrors(page);
});
