// Tests backtests: their result, the way back to it, and their end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';

const dashboard = runDashboard({ events: true });

test('a backtest without a change says so', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy?tab=backtest', 'Policy');
  await page.getByRole('button', { name: 'Run backtest' }).click();
  await page.getByText(/^None of [\d,]+ decisions would change\.$/).waitFor();
});

test('the result of a backtest is there again after Back from an example, until the draft changes', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  await page.getByRole('textbox', { name: 'Allow up to' }).fill('9');
  await page.getByRole('button', { name: 'Backtest first' }).click();
  const result = page.getByText(/^[\d,]+ of [\d,]+ decisions? would change/);
  await result.waitFor();
  const [text, from] = [await result.textContent(), page.getByLabel(/^Events from/)];
  const start = await from.inputValue();
  const examples = page.getByRole('table', { name: 'Events whose decision would change' });
  const times = await examples.locator('time').evaluateAll((found) => found.map((one) => one.getAttribute('datetime')));
  assert.deepEqual(times, times.toSorted().reverse(), 'newest first');
  let runs = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/backtest')) runs += 1;
  });
  await examples.locator('[data-row-link]').first().click();
  await page.getByRole('region', { name: 'Decision', exact: true }).waitFor();
  await page.goBack();
  await result.waitFor();
  assert.equal(await result.textContent(), text);
  assert.equal(await from.inputValue(), start);
  assert.equal(runs, 0);
  await page.getByRole('button', { name: 'Back to the thresholds' }).click();
  await page.getByRole('textbox', { name: 'Allow up to' }).fill('8');
  await page.getByRole('tab', { name: 'Backtest' }).click();
  await page.getByRole('region', { name: 'Draft policy' }).getByText('Allow up to 8 instead of 29').waitFor();
  assert.equal(await result.count(), 0, 'it is about another draft');
  await page.getByRole('button', { name: 'Discard changes' }).click();
});

test('leaving a backtest ends it', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy?tab=backtest', 'Policy');
  await page.route('**/policy/backtest', () => undefined);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/backtest'));
  await page.getByRole('button', { name: 'Run backtest' }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await ended;
  await page.unroute('**/policy/backtest');
});
