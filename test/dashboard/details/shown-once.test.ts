// Tests that a value shown only once stays on screen until its reader confirms having copied it: Escape and Back do not lose it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors } from '../visitor.ts';

const dashboard = runDashboard();

/** Tries to lose the value of the open dialog, then closes it with its button. */
async function showsValue(title: string): Promise<void> {
  const { page } = dashboard.visitor;
  const dialog = page.getByRole('dialog', { name: title });
  const value = await dialog.locator('pre').textContent();
  const address = page.url();
  await page.keyboard.press('Escape');
  await page.goBack();
  const notice = page.getByRole('status').filter({ hasText: 'Copy the value first, then choose “I have copied it”.' });
  await notice.getByRole('button', { name: 'Close' }).click();
  await notice.waitFor({ state: 'detached' });
  await page.waitForURL(address);
  assert.equal(await dialog.locator('pre').textContent(), value);
  // Escape again: a dialog closed by the first Escape would have faded out by now.
  await page.keyboard.press('Escape');
  assert.ok(await dialog.isVisible());
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('a new key', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('keys', 'Keys & environments', 'Create key');
  await dialog.getByText('Secret: for your backend').click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await showsValue('Your new key');
  // Nothing keeps the page on screen any longer.
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

test('the secret of a new endpoint, and its next one', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('webhooks', 'Webhooks', 'Add your first endpoint');
  await dialog.getByLabel('URL').fill('http://127.0.0.1:9/hook');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await showsValue('Signing secret');
  await page.getByRole('link', { name: /127\.0\.0\.1/ }).click();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await showsValue('New signing secret');
});

test('the links of an invitation and of a lost password', async () => {
  const { page, open } = dashboard.visitor;
  await open('members', 'Members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill('vera@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Create invitation link' }).click();
  await showsValue('Send this link');
  await page.getByRole('button', { name: 'New link for vera@example.com' }).click();
  await showsValue('New link for vera@example.com');
  assertNoErrors(page);
});
