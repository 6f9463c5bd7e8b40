// Tests forms that are open while another member changes the same entry: no change is overwritten without confirmation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors, tokenOf } from '../visitor.ts';

interface Entry {
  id: string;
  [field: string]: unknown;
}

const dashboard = runDashboard();
/** Sends a request as the other member. */
async function other<T>(method: string, path: string, body?: unknown): Promise<T> {
  return dashboard.service.request(method, path, body, await tokenOf(dashboard.visitor.page));
}

const base = () => `/v1/environments/${dashboard.service.environments.test.id}`;

const create = async (list: string, body: unknown) =>
  (await other<{ data: Entry }>('POST', `${base()}/${list}`, body)).data.id;

/** The stored values of these fields of an entry of the list at `path`. */
async function stored(path: string, id: string, ...fields: string[]) {
  const { data } = await other<{ data: Entry[] }>('GET', `${path}?limit=100`);
  return fields.map((field) => data.find((entry) => entry.id === id)?.[field]);
}

async function openEnvironmentForm() {
  const { page, open } = dashboard.visitor;
  await open('keys', 'Keys & environments');
  await page.getByRole('button', { name: 'Edit Test' }).click();
  return page.getByRole('dialog', { name: 'Edit Test' });
}

test('the form of an environment keeps what another member changed meanwhile', async () => {
  const { page } = dashboard.visitor;
  const { id } = dashboard.service.environments.test;
  const dialog = await openEnvironmentForm();
  await dialog.getByLabel(/^Retention/).fill('90');
  await other('PATCH', `/v1/environments/${id}`, { allowed_origins: ['https://shop.example'] });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Environment saved.').waitFor();
  const saved = await stored('/v1/environments', id, 'allowed_origins', 'retention_days');
  assert.deepEqual(saved, [['https://shop.example'], 90]);
  assertNoErrors(page);
});

test('where both changed the same field, the form says what it is now, and saving again replaces it', async () => {
  const { page } = dashboard.visitor;
  const { id } = dashboard.service.environments.test;
  const dialog = await openEnvironmentForm();
  await dialog.getByRole('combobox', { name: 'Allowed origins' }).fill('https://mine.example');
  await page.keyboard.press('Enter');
  await other('PATCH', `/v1/environments/${id}`, { allowed_origins: ['https://yours.example', 'https://two.example'] });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const alert = dialog.getByRole('alert');
  await alert.getByText('Someone else has changed this too').waitFor();
  await alert.getByText('The list of allowed origins is now: https://yours.example, https://two.example.').waitFor();
  const unchanged = await stored('/v1/environments', id, 'allowed_origins');
  assert.deepEqual(unchanged, [['https://yours.example', 'https://two.example']]);
  await dialog.getByText('https://mine.example').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const replaced = await stored('/v1/environments', id, 'allowed_origins');
  assert.deepEqual(replaced, [['https://shop.example', 'https://mine.example']]);
  assertNoErrors(page);
});

test('the form of an endpoint keeps the types that another member chose meanwhile', async () => {
  const { page, openForm } = dashboard.visitor;
  const id = await create('webhooks', { url: 'http://127.0.0.1:9/hook' });
  const dialog = await openForm(`webhooks/${id}`, 'http://127.0.0.1:9/hook', 'Edit', 'Edit endpoint');
  await dialog.getByLabel('Description').fill('Orders');
  await other('PATCH', `/v1/webhooks/${id}`, { event_types: ['decision.block'] });
  await dialog.getByRole('button', { name: 'Save endpoint' }).click();
  await page.getByText('Endpoint saved.').waitFor();
  assert.deepEqual(await stored(`${base()}/webhooks`, id, 'description', 'event_types'), [
    'Orders',
    ['decision.block'],
  ]);
  assertNoErrors(page);
});

test('the form of an alert rule keeps what another member changed meanwhile', async () => {
  const { page, openForm } = dashboard.visitor;
  const rule = { name: 'Blocked', kind: 'block_share', threshold: 20, channels: [] };
  const id = await create('alert-rules', rule);
  const dialog = await openForm('alerts', 'Alerts', 'Edit Blocked', 'Edit alert rule');
  await dialog.getByLabel('Name').fill('Many blocked');
  await other('PATCH', `${base()}/alert-rules/${id}`, { threshold: 35 });
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await page.getByText('Rule saved.').waitFor();
  assert.deepEqual(await stored(`${base()}/alert-rules`, id, 'name', 'threshold'), ['Many blocked', 35]);
  assertNoErrors(page);
});

test('the form of a policy rule says once that another member changed the policy', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('policy?tab=rules', 'Policy', 'Add rule', 'New rule');
  await dialog.getByLabel('Name').fill('Mine');
  const conditions = { all: [{ field: 'device.new', operator: 'eq', value: true }] };
  await other('POST', `${base()}/policy/rules`, {
    name: 'Yours',
    conditions,
    action: { decision: 'block' },
    priority: 500,
  });
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'The policy is now version 2.' }).waitFor();
  assert.equal(await dialog.getByRole('alert').count(), 1);
  await dialog.getByRole('button', { name: 'Keep my draft on version 2' }).click();
  await dialog.getByRole('alert').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('heading', { name: 'Mine' }).waitFor();
  await page.getByText('For all events: if the device is new, then block.').waitFor();
  // The conflict is expected.
  assertNoErrors(page, /409/);
});
