// Tests that the form of an outcome loses nothing that was typed: not with an outcome that is recorded already, nor without a name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors } from '../visitor.ts';

const dashboard = runDashboard();

interface Row {
  label: string;
  reason: string | null;
  metadata: Record<string, string> | null;
}

async function newEvent(account: string): Promise<string> {
  const body = { event: 'login', account: { id: account } };
  return (await dashboard.service.request<{ data: { id: string } }>('POST', '/v1/events', body)).data.id;
}

const label = (id: string, body: object) => dashboard.service.request('POST', `/v1/events/${id}/outcome`, body);
const outcomes = async (id: string) =>
  (await dashboard.service.request<{ data: Row[] }>('GET', `/v1/events/${id}/outcomes`)).data;

const ALREADY = 'The event has this outcome already. To add something to it, write a note.';

test('a reason for an outcome that is recorded already stays in the form, which says so', async () => {
  const { page, open } = dashboard.visitor;
  const id = await newEvent('u_again');
  await label(id, { label: 'legitimate', reason: 'By phone' });
  await open(`events/${id}`);
  const form = page.getByRole('form', { name: 'Record an outcome' });
  await form.getByText(ALREADY).waitFor();
  const reason = form.getByLabel('Reason');
  await reason.fill('By email, too');
  await form.getByRole('button', { name: 'Record outcome' }).click();
  await page.locator('.mantine-Notification-root').getByText(ALREADY).waitFor();
  assert.equal(await reason.inputValue(), 'By email, too');
  await form.getByText('Bot confirmed').click();
  await form.getByText('Earlier outcomes stay in the history.').waitFor();
  await form.getByRole('button', { name: 'Record outcome' }).click();
  await page.getByText('Outcome recorded.').waitFor();
  assert.equal(await reason.inputValue(), '');
  assert.deepEqual(
    (await outcomes(id)).map((row) => row.reason),
    ['By phone', 'By email, too'],
  );
  assertNoErrors(page);
});

test('so does a reason for an outcome that someone else has recorded meanwhile', async () => {
  const { page, open } = dashboard.visitor;
  const id = await newEvent('u_meanwhile');
  await open(`events/${id}`);
  const form = page.getByRole('form', { name: 'Record an outcome' });
  await form.getByText('Bot confirmed').click();
  await form.getByLabel('Reason').fill('Mine');
  await label(id, { label: 'bot_confirmed', reason: 'Theirs' });
  await form.getByRole('button', { name: 'Record outcome' }).click();
  await page.locator('.mantine-Notification-root').getByText(ALREADY).waitFor();
  assert.equal(await form.getByLabel('Reason').inputValue(), 'Mine');
  await page.getByRole('region', { name: 'Outcome' }).getByText('Theirs').waitFor();
  await form.getByLabel('Reason').fill('');
  assertNoErrors(page);
});

test('a field without a name, or with one that is used above, is explained and not dropped', async () => {
  const { page, open } = dashboard.visitor;
  const id = await newEvent('u_fields');
  await open(`events/${id}`);
  const form = page.getByRole('form', { name: 'Record an outcome' });
  const record = form.getByRole('button', { name: 'Record outcome' });
  await form.getByText('Brute force').click();
  await form.getByRole('button', { name: /^Add field/ }).click();
  await form.getByLabel('Value of field 1').fill('4711');
  await form.getByText('Enter a name.').waitFor();
  assert.ok(await record.isDisabled());
  await form.getByLabel('Name of field 1').fill('ticket');
  await form.getByText('Enter a name.').waitFor({ state: 'detached' });
  await form.getByRole('button', { name: /^Add field/ }).click();
  await form.getByLabel('Name of field 2').fill('ticket');
  await form.getByLabel('Value of field 2').fill('4712');
  await form.getByText('This name is used above.').waitFor();
  assert.ok(await record.isDisabled());
  await form.getByLabel('Name of field 2').fill('second ticket');
  // An empty row is no field.
  await form.getByRole('button', { name: /^Add field/ }).click();
  await record.click();
  await page.getByText('Outcome recorded.').waitFor();
  assert.deepEqual((await outcomes(id))[0]?.metadata, { ticket: '4711', 'second ticket': '4712' });
  assertNoErrors(page);
});
