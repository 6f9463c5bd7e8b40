// Tests that unsaved policy changes are kept when the screen is left, and are discarded only after confirmation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../browser/chromium.ts';
import { runDashboard } from '../running-dashboard.ts';
import { assertAccessible, assertNoErrors, tokenOf } from '../visitor.ts';

const dashboard = runDashboard();

const field = (name: string) => dashboard.visitor.page.getByRole('textbox', { name });

/** Reloads the page and returns the question that the browser asks, or null after the reload if it asks none. */
async function questionOnReload(): Promise<string | null> {
  const { page } = dashboard.visitor;
  const question = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    });
  });
  const loaded = page.waitForEvent('load').then(() => null);
  // `page.reload()` would wait for a navigation that a dismissed question prevents.
  await page.evaluate('setTimeout(() => location.reload())');
  return Promise.race([question, loaded.catch(() => null)]);
}

test('thresholds that were not saved are still there after leaving the policy', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  await field('Allow up to').fill('12');
  await field('Comment').fill('Too many resets');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  assert.equal(await questionOnReload(), 'beforeunload', 'a reload of another screen would lose them');
  await page.getByRole('link', { name: 'Policy' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'without saving these changes' });
  await notice.getByText('Allow up to 12 instead of 29').waitFor();
  assert.equal(await field('Allow up to').inputValue(), '12');
  assert.equal(await field('Comment').inputValue(), 'Too many resets');
  await assertAccessible(page, 'the policy with unsaved changes');
  await notice.getByRole('button', { name: 'Discard these changes' }).press('Enter');
  await notice.waitFor({ state: 'detached' });
  assert.equal(await field('Allow up to').inputValue(), '29');
  await waitFor(page, "document.activeElement?.id === 'main'");
  assert.equal(await questionOnReload(), null, 'nothing is left to lose');
  await page.getByRole('heading', { level: 1, name: 'Policy' }).waitFor();
  assertNoErrors(page);
});

test('another environment has a draft of its own', async () => {
  const { page, open } = dashboard.visitor;
  const { live } = dashboard.service.environments;
  await open('policy', 'Policy');
  await field('Allow up to').fill('14');
  await open('policy', 'Policy', live.id);
  assert.equal(await field('Allow up to').inputValue(), '29');
  await open('policy', 'Policy');
  assert.equal(await field('Allow up to').inputValue(), '14');
  await page.getByRole('button', { name: 'Reset' }).click();
});

test('a rule that went to a backtest comes back with its form', async () => {
  const { page, open, openForm } = dashboard.visitor;
  const dialog = await openForm('policy?tab=rules', 'Policy', 'Add rule', 'New rule');
  await dialog.getByLabel('Name').fill('Half a rule');
  await dialog.getByRole('button', { name: 'Backtest first' }).click();
  await page.getByText('New rule “Half a rule”').waitFor();
  await open('devices', 'Devices');
  await open('policy', 'Policy');
  await page.getByRole('status').getByText('New rule “Half a rule”').waitFor();
  await page.getByRole('tab', { name: 'Rules' }).click();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Half a rule');
  await page.keyboard.press('Escape');
  // The name alone is ambiguous: “Discard these changes” is behind the dialogs.
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('status').filter({ hasText: 'without saving' }).waitFor({ state: 'detached' });
});

test('Cancel asks before it discards a rule, and the search does not open over the form', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('policy?tab=rules', 'Policy', 'Add rule', 'New rule');
  await dialog.getByLabel('Name').fill('Not yet');
  await page.keyboard.press('ControlOrMeta+k');
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  await question.waitFor();
  assert.equal(await page.getByRole('dialog', { name: 'Search' }).count(), 0);
  await assertAccessible(page, 'the question');
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Not yet');
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await question.getByRole('button', { name: 'Discard' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add rule' }).press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  assertNoErrors(page);
});

test('what a button of the form changed counts as input', async () => {
  const { page, open, openForm } = dashboard.visitor;
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  const discardsInput = async (form: string) => {
    const dialog = page.getByRole('dialog', { name: form });
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await question.getByRole('button', { name: 'Discard' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  const rule = await openForm('policy?tab=rules', 'Policy', 'Add rule', 'New rule');
  await rule.getByRole('button', { name: 'Add condition' }).click();
  await rule.getByLabel('Field of condition 2').waitFor();
  await discardsInput('New rule');
  const { id } = dashboard.service.environments.test;
  const origins = { allowed_origins: ['https://shop.example', 'https://pay.example'] };
  await dashboard.service.request('PATCH', `/v1/environments/${id}`, origins, await tokenOf(page));
  await open('keys', 'Keys & environments');
  await page.getByRole('button', { name: 'Edit Test' }).click();
  await page.getByRole('combobox', { name: 'Allowed origins' }).press('Backspace');
  await page.getByRole('dialog').getByText('https://pay.example').waitFor({ state: 'detached' });
  await discardsInput('Edit Test');
  assertNoErrors(page);
});

test('a condition keeps a number that no score has, and the rule says that no event can match it', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('policy?tab=rules', 'Policy', 'Add rule', 'New rule');
  const value = dialog.getByRole('textbox', { name: 'Value of condition 1' });
  await value.fill('150');
  await value.press('Tab');
  assert.equal(await value.inputValue(), '150');
  await dialog.getByText('if the risk score is at least 150, then challenge. No event can match this.').waitFor();
  await value.fill('100');
  await dialog.getByText('No event can match this.').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Discard what you entered?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await dialog.waitFor({ state: 'detached' });
});
