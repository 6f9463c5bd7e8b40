// Tests teamwork in the dashboard: the queue behind "Next", comments on policy changes, and saved views.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors, assertStructure, contentLoaded, openedEvent, screenAt } from '../visitor.ts';

const dashboard = runDashboard({ events: true });

test('goes through the filtered worklist by keyboard, labels on the way, and comes back to the same filter', async () => {
  const { page, open } = dashboard.visitor;
  await open('worklist?queue=unlabeled&assigned_to=nobody', 'Worklist');
  const links = page.locator('[data-row-link]');
  const ids = await links.evaluateAll((rows) =>
    rows.map((row) => /evt_\w+/.exec(String(row.getAttribute('href')))?.[0]),
  );
  assert.equal(ids.length, 25);
  await links.first().click();
  const first = await openedEvent(page);
  assert.equal(first, ids[0]);
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await queue.getByText('1 of 25+').waitFor();
  assert.ok(await queue.getByRole('button', { name: 'Previous' }).isDisabled());
  await page.keyboard.press('n');
  assert.equal(await openedEvent(page, first), ids[1]);
  await page.keyboard.press('p');
  assert.equal(await openedEvent(page, ids[1]), first);
  await page.getByText('Bot confirmed', { exact: true }).click();
  await page.getByRole('button', { name: 'Record and go to next' }).click();
  // The label removed the first event from the worklist; the queue continues from its position.
  assert.equal(await openedEvent(page, first), ids[1]);
  await queue.getByText('2 of 25+').waitFor();
  assert.equal(await page.getByRole('checkbox', { name: 'Bot confirmed' }).isChecked(), false, 'the form is a new one');
  await page.keyboard.press('j');
  assert.equal(await openedEvent(page, ids[1]), ids[2]);
  await page.getByRole('link', { name: 'Back to “To label”' }).click();
  await page.getByRole('heading', { level: 1, name: 'Worklist' }).waitFor();
  assert.match(page.url(), /queue=unlabeled&assigned_to=nobody$/);
  await contentLoaded(page);
  await page.locator(`[data-row-link][href*="${ids[1]}"]`).waitFor();
  // The event is labeled; the old list may be shown until it is read again.
  await page.locator(`[data-row-link][href*="${first}"]`).waitFor({ state: 'detached' });
  assertNoErrors(page);
});

test('goes on to the next page of the list behind the last event', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?decision=block&limit=2', 'Events');
  await page.locator('[data-row-link]').nth(1).click();
  const last = await openedEvent(page);
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await queue.getByText('2 of 2+').waitFor();
  await queue.getByRole('button', { name: 'Next' }).click();
  await openedEvent(page, last);
  await queue.getByText(/^3 of 4/).waitFor();
  await page.goBack();
  assert.equal(await openedEvent(page, (await page.locator('h1').textContent()) ?? ''), last);
});

test('writes the position in a long list as the lists write numbers', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?decision=block', 'Events');
  await page.locator('[data-row-link]').first().click();
  await openedEvent(page);
  await page.evaluate(`(() => {
    const added = Array.from({ length: 1_200 }, (_, at) => 'evt_' + at);
    const queues = JSON.parse(sessionStorage.getItem('assay.queues'));
    const longer = queues.map((queue) => ({ ...queue, ids: [...queue.ids, ...added].slice(0, 1_200) }));
    sessionStorage.setItem('assay.queues', JSON.stringify(longer));
  })()`);
  await page.reload();
  await page.getByRole('navigation', { name: 'Queue' }).getByText('1 of 1,200').waitFor();
});

test('without the list, in a new tab, an event still leads back to it', async () => {
  const { page } = dashboard.visitor;
  const address = page.url();
  await page.evaluate('sessionStorage.removeItem("assay.queues")');
  await page.goto('about:blank');
  await page.goto(address);
  await page.getByRole('link', { name: 'Back to the list' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Next' }).count(), 0);
});

test('an empty queue says what fills it', async () => {
  const { page, open } = dashboard.visitor;
  await open('worklist?queue=negatives', 'Worklist');
  await page.getByText(/appear here once someone labels them fraud/).waitFor();
});

test('saves a view of the filters, opens it from another, shares and deletes it', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?decision=block&sort=score', 'Events');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Blocks by score');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'View: Blocks by score' }).waitFor();
  await open('events', 'Events');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Blocks by score ');
  await page.getByText('You have a view with this name.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Save view' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog', { name: 'Discard what you entered?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Blocks by score' }).click();
  await screenAt(page, /decision=block&sort=score/);
  await page.getByRole('button', { name: 'View: Blocks by score' }).click();
  await page.getByRole('menuitem', { name: 'Manage views…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved views' });
  await dialog.getByRole('checkbox', { name: 'Share Blocks by score' }).click();
  await page.getByText('All members see the view.').waitFor();
  await dialog.getByRole('button', { name: 'Delete Blocks by score' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await page.getByText('View deleted.').waitFor();
  await dialog.getByText('You have no views to change').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
  assertNoErrors(page);
});

test('stores a comment with a policy change and shows it beside the version', async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  await page.getByRole('slider', { name: 'Allow up to' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Backtest first' }).click();
  await page.getByText(/decisions? would change/).waitFor();
  await page.getByRole('button', { name: 'Back to the thresholds' }).click();
  await page.getByLabel('Comment').fill('Too many missed takeovers');
  await page.getByRole('button', { name: 'Save thresholds' }).click();
  await page.getByText('Thresholds saved.').waitFor();
  await open('policy?tab=versions', 'Policy');
  await page.getByRole('listitem').getByText('Too many missed takeovers').waitFor();
  await page.getByRole('definition').getByText('Too many missed takeovers').waitFor();
  await page.getByRole('button', { name: /Version 1/ }).click();
  await page.getByLabel('Comment').fill('Back to the start');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
  await dialog.getByText('Allow up to 29 instead of 28').waitFor();
  await dialog.getByRole('button', { name: 'Restore version' }).click();
  await page.getByText('Version 1 is restored as version 3.').waitFor();
  await page.getByRole('listitem').getByText('Back to the start').waitFor();
});

test('fits a phone', async () => {
  const { page, open } = dashboard.visitor;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['worklist?queue=unlabeled', 'events', 'policy?tab=versions']) {
    await open(path);
    await assertStructure(page, path);
  }
  await open('worklist?queue=unlabeled', 'Worklist');
  await page.locator('[data-row-link]').first().click();
  await openedEvent(page);
  await contentLoaded(page);
  await assertStructure(page, 'an event of a queue');
});
