// Team work in the dashboard: notes, assignments, the queue behind "Next", comments of policy changes, and saved views.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../browser/chromium.ts';
import { runDashboard } from './running-dashboard.ts';
import { assertAccessible, assertNoErrors, assertStructure, contentLoaded, screenAt } from './visitor.ts';

const dashboard = runDashboard({ events: true });

/** The id of the event whose page is open, once it is not `other`. */
async function openEvent(other = ''): Promise<string> {
  const { page } = dashboard.visitor;
  await screenAt(page, (url) => /\/events\/evt_/.test(url.hash) && (other === '' || !url.hash.includes(other)));
  await page.getByRole('navigation', { name: 'Queue' }).waitFor();
  return /evt_\w+/.exec(new URL(page.url()).hash)?.[0] ?? '';
}

test('goes through the filtered worklist by keyboard, labels on the way, and comes back to the same filter', async () => {
  const { page, open } = dashboard.visitor;
  await open('worklist?queue=unlabeled&assigned_to=nobody', 'Worklist');
  const links = page.locator('[data-row-link]');
  const ids = await links.evaluateAll((rows) =>
    rows.map((row) => /evt_\w+/.exec(String(row.getAttribute('href')))?.[0]),
  );
  assert.equal(ids.length, 25);
  await links.first().click();
  const first = await openEvent();
  assert.equal(first, ids[0]);
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await queue.getByText('1 of 25+').waitFor();
  assert.ok(await queue.getByRole('button', { name: 'Previous' }).isDisabled());
  await page.keyboard.press('n');
  assert.equal(await openEvent(first), ids[1]);
  await page.keyboard.press('p');
  assert.equal(await openEvent(ids[1]), first);
  await page.getByText('Bot confirmed', { exact: true }).click();
  await page.getByRole('button', { name: 'Record and go to next' }).click();
  // The label took the first event off the worklist; the queue goes on from where it was.
  assert.equal(await openEvent(first), ids[1]);
  await queue.getByText('2 of 25+').waitFor();
  assert.equal(await page.getByRole('checkbox', { name: 'Bot confirmed' }).isChecked(), false, 'the form is a new one');
  await page.keyboard.press('j');
  assert.equal(await openEvent(ids[1]), ids[2]);
  await page.getByRole('link', { name: 'Back to “To label”' }).click();
  await page.getByRole('heading', { level: 1, name: 'Worklist' }).waitFor();
  assert.match(page.url(), /queue=unlabeled&assigned_to=nobody$/);
  await contentLoaded(page);
  await page.locator(`[data-row-link][href*="${ids[1]}"]`).waitFor();
  // It is labeled; the list of before may be shown until it is read again.
  await page.locator(`[data-row-link][href*="${first}"]`).waitFor({ state: 'detached' });
  assertNoErrors(page);
});

test('goes on to the next page of the list behind the last event', async () => {
  const { page, open } = dashboard.visitor;
  await open('events?decision=block&limit=2', 'Events');
  await page.locator('[data-row-link]').nth(1).click();
  const last = await openEvent();
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await queue.getByText('2 of 2+').waitFor();
  await queue.getByRole('button', { name: 'Next' }).click();
  await openEvent(last);
  await queue.getByText(/^3 of 4/).waitFor();
  await page.goBack();
  assert.equal(await openEvent((await page.locator('h1').textContent()) ?? ''), last);
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

test('writes, changes and deletes a note, shown as plain text on the event, the account and the device', async () => {
  const { page, open } = dashboard.visitor;
  const { data } = await dashboard.service.request<{
    data: { id: string; external_account_id: string; device: { id: string } }[];
  }>('GET', `/v1/environments/${dashboard.service.environments.test.id}/events?decision=block&limit=1`);
  const event = data[0];
  assert.ok(event !== undefined);
  const text = '<img src=x onerror=alert(1)>\nsecond line';
  const pages = [
    `events/${event.id}`,
    `accounts/${encodeURIComponent(event.external_account_id)}`,
    `devices/${event.device.id}`,
  ];
  for (const path of pages) {
    await open(path);
    const notes = page.getByRole('region', { name: 'Notes', exact: true });
    await notes.getByRole('textbox', { name: 'New note' }).fill(text);
    await notes.getByRole('button', { name: 'Add note' }).click();
    await notes.getByRole('listitem').getByText('second line').waitFor();
    assert.equal(await notes.locator('img').count(), 0);
    assert.equal(await notes.getByRole('textbox', { name: 'New note' }).inputValue(), '');
  }
  const notes = page.getByRole('region', { name: 'Notes', exact: true });
  await notes.getByRole('button', { name: 'Edit' }).click();
  await notes.getByRole('textbox', { name: 'Note', exact: true }).fill('corrected');
  await notes.getByRole('button', { name: 'Save note' }).click();
  await notes.getByText('corrected').waitFor();
  await notes.getByText('edited').waitFor();
  await assertAccessible(page, 'a device with a note');
  await notes.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('corrected').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await notes.getByText('Write down what you know about this device.').waitFor();
});

test('a note typed while the lists are still read again is not lost', async () => {
  const { page, open } = dashboard.visitor;
  const { data } = await dashboard.service.request<{ data: { external_account_id: string }[] }>(
    'GET',
    `/v1/environments/${dashboard.service.environments.test.id}/events?decision=allow&limit=1`,
  );
  await open(`accounts/${encodeURIComponent(data[0]?.external_account_id ?? '')}`);
  const field = page.getByRole('region', { name: 'Notes', exact: true }).getByRole('textbox', { name: 'New note' });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/timeline**', async (route) => {
    await held;
    await route.continue();
  });
  await field.fill('first');
  await page.getByRole('button', { name: 'Add note' }).click();
  for (let tries = 0; tries < 200 && (await field.inputValue()) !== ''; tries += 1) await page.waitForTimeout(50);
  assert.equal(await field.inputValue(), '');
  await field.fill('second');
  const read = page.waitForResponse(/timeline/);
  answer();
  await read;
  await page.getByRole('button', { name: 'Add note' }).and(page.locator(':not([data-loading])')).waitFor();
  assert.equal(await field.inputValue(), 'second');
  await page.unroute('**/timeline**');
  await field.fill('');
});

test('by keyboard, notes, assignments and labels go on where they were', async () => {
  const { page, open } = dashboard.visitor;
  const { data } = await dashboard.service.request<{ data: { id: string }[] }>(
    'GET',
    `/v1/environments/${dashboard.service.environments.test.id}/events?decision=monitor&limit=1`,
  );
  await open(`events/${data[0]?.id}`);
  const focused = (text: string) =>
    waitFor(page, `(({ ariaLabel, textContent }) => ariaLabel ?? textContent)(document.activeElement) === '${text}'`);
  const notes = page.getByRole('region', { name: 'Notes', exact: true });
  await notes.getByRole('textbox', { name: 'New note' }).fill('first text');
  await notes.getByRole('button', { name: 'Add note' }).press('Enter');
  await notes.getByRole('button', { name: 'Edit' }).waitFor();
  await waitFor(page, "document.activeElement?.tagName === 'TEXTAREA'");
  await notes.getByRole('button', { name: 'Edit' }).press('Enter');
  await waitFor(page, "document.activeElement?.value === 'first text'");
  await notes.getByRole('button', { name: 'Cancel' }).press('Enter');
  await focused('Edit');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.type(', longer');
  await notes.getByRole('button', { name: 'Save note' }).press('Enter');
  await notes.getByText('first text, longer').waitFor();
  await focused('Edit');
  await page.getByRole('button', { name: 'Assign to me' }).press('Enter');
  await page.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'hidden' });
  await focused('Assigned to');
  const form = page.getByRole('form', { name: 'Record an outcome' });
  await form.getByText('Legitimate', { exact: true }).click();
  await form.getByRole('button', { name: 'Record outcome' }).press('Enter');
  await page.getByText('Outcome recorded.').first().waitFor();
  await focused('Record outcome');
  await notes.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).press('Enter');
  await notes.getByText('first text, longer').waitFor({ state: 'detached' });
  await waitFor(page, "document.activeElement?.labels?.[0]?.textContent === 'New note'");
});

test('a saved note does not hold the page until the notes are read again', async () => {
  const { page, open } = dashboard.visitor;
  const { data } = await dashboard.service.request<{ data: { id: string }[] }>(
    'GET',
    `/v1/environments/${dashboard.service.environments.test.id}/events?decision=allow&limit=1`,
  );
  const event = data[0]?.id ?? '';
  await open('events', 'Events');
  await open(`events/${event}`);
  const notes = page.getByRole('region', { name: 'Notes', exact: true });
  await notes.getByRole('textbox', { name: 'New note' }).fill('first text');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await notes.getByRole('button', { name: 'Edit' }).click();
  const field = notes.getByRole('textbox', { name: 'Note', exact: true });
  await field.fill('second text');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/v1\/events\/[^/]+(\/notes\?.*)?$/, async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.continue();
  });
  await notes.getByRole('button', { name: 'Save note' }).click();
  await field.waitFor({ state: 'hidden' });
  await notes.getByText('second text').waitFor();
  // A form that starts from what was before would undo the change.
  await notes.getByRole('button', { name: 'Edit' }).click();
  assert.equal(await field.inputValue(), 'second text');
  await notes.getByRole('button', { name: 'Cancel' }).click();
  await notes.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await notes.getByText('second text').waitFor({ state: 'hidden' });
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  release();
  await page.unrouteAll({ behavior: 'wait' });
});

test('assigns an event, filters by it, and shows what a colleague did meanwhile instead of overwriting it', async () => {
  const { page, open } = dashboard.visitor;
  // Closes the notification of the same words that a test before may have left.
  await page.reload();
  await open('worklist?queue=unlabeled', 'Worklist');
  await page.locator('[data-row-link]').first().click();
  const id = await openEvent();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/v1/events/${id}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await page.getByText(`Assigned to ${dashboard.service.owner.email}.`).waitFor();
  // With the answer, before the event is read again.
  await page.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'hidden' });
  const assigned = page.getByRole('combobox', { name: 'Assigned to' });
  assert.equal(await assigned.inputValue(), dashboard.service.owner.email);
  release();
  await page.unrouteAll({ behavior: 'wait' });
  await assertAccessible(page, 'an assigned event');
  await open('worklist?queue=unlabeled&assigned_to=me', 'Worklist');
  assert.equal(await page.locator('[data-row-link]').count(), 1);
  await page.getByRole('cell', { name: dashboard.service.owner.email }).waitFor();
  // A colleague gets it while it is open here.
  await open(`events/${id}`);
  await page.getByRole('combobox', { name: 'Assigned to' }).waitFor();
  const { data } = await dashboard.service.request<{ data: { token: string } }>(
    'POST',
    '/v1/auth/login',
    dashboard.service.owner,
  );
  const invited = { email: 'colleague@example.com', role: 'analyst' };
  const colleague = await dashboard.service.request<{ data: { id: string } }>(
    'POST',
    '/v1/members',
    invited,
    data.token,
  );
  await dashboard.service.request('PUT', `/v1/events/${id}/assignee`, { member_id: colleague.data.id }, data.token);
  await page.getByRole('combobox', { name: 'Assigned to' }).click();
  await page.getByRole('option', { name: 'Assigned to nobody' }).click();
  await page.getByText('colleague@example.com has this event now.').waitFor();
  await page.getByRole('button', { name: 'Assign to me' }).waitFor();
  const field = page.getByRole('combobox', { name: 'Assigned to' });
  assert.equal(await field.inputValue(), 'colleague@example.com');
});

test('assigns chosen events and campaigns by one act, and says what a colleague keeps', async () => {
  const { page, open } = dashboard.visitor;
  const base = `/v1/environments/${dashboard.service.environments.test.id}`;
  const { data: session } = await dashboard.service.request<{ data: { token: string } }>(
    'POST',
    '/v1/auth/login',
    dashboard.service.owner,
  );
  const invited = { email: 'keeper@example.com', role: 'analyst' };
  const keeper = await dashboard.service.request<{ data: { id: string } }>(
    'POST',
    '/v1/members',
    invited,
    session.token,
  );
  const assignedTo = async (member: string) =>
    (
      await dashboard.service.request<{ data: { id: string }[] }>(
        'GET',
        `${base}/events?assigned_to=${member}&limit=100`,
        undefined,
        session.token,
      )
    ).data.map(({ id }) => id);
  const before = await assignedTo('me');
  // The page may have read the members just before, and keeps a list for five seconds.
  await page.reload();
  await open('worklist?queue=unlabeled&assigned_to=nobody', 'Worklist');
  const ids = await page
    .locator('[data-row-link]')
    .evaluateAll((rows) => rows.slice(0, 3).map((row) => /evt_\w+/.exec(String(row.getAttribute('href')))?.[0] ?? ''));
  for (const row of [0, 1, 2])
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .nth(row)
      .click();
  // A colleague takes one of them while they are chosen here.
  await dashboard.service.request('PUT', `/v1/events/${ids[0]}/assignee`, { member_id: keeper.data.id }, session.token);
  await page.getByRole('button', { name: 'Assign 3 selected events' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 3 events' });
  await assertAccessible(page, 'the dialog for many events');
  assert.equal(await dialog.getByRole('combobox', { name: 'Assign to' }).inputValue(), dashboard.service.owner.email);
  await dialog.getByRole('button', { name: 'Assign 3 events' }).click();
  await page
    .getByText(`2 events assigned to ${dashboard.service.owner.email}. 1 event kept by keeper@example.com.`)
    .waitFor();
  assert.deepEqual((await assignedTo('me')).sort(), [...before, ...ids.slice(1)].sort());
  await page.getByRole('button', { name: 'Assign 0 selected events' }).waitFor();

  await open('worklist?sort=event_count', 'Worklist');
  const sizes = page.getByRole('table', { name: 'Campaigns' }).locator('[data-name="Events"]');
  const total = (await Promise.all([0, 1].map((row) => sizes.nth(row).textContent()))).reduce(
    (sum, size) => sum + Number(size?.replace(',', '')),
    0,
  );
  for (const row of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .nth(row)
      .click();
  await page.getByRole('button', { name: 'Assign 2 selected campaigns' }).click();
  const campaigns = page.getByRole('dialog', { name: `Assign ${total} events` });
  await campaigns.getByRole('combobox', { name: 'Assign to' }).click();
  await page.getByRole('option', { name: 'keeper@example.com' }).click();
  await campaigns.getByRole('checkbox', { name: 'Also events that other members have' }).click();
  await campaigns.getByRole('button', { name: `Assign ${total} events` }).click();
  await page.getByText(/assigned to keeper@example\.com\.$/).waitFor();
  const { data: detail } = await dashboard.service.request<{ data: { assigned_to: { name: string } }[] }>(
    'GET',
    `${base}/events?assigned_to=${keeper.data.id}&limit=100`,
    undefined,
    session.token,
  );
  assert.ok(detail.length >= Math.min(total, 100), `${detail.length} of ${total}`);
  assertNoErrors(page, /status of 409/);
});

test('labels and assignments of many events are shown before the list is read again, and Undo keeps the keyboard', async () => {
  const { page, open } = dashboard.visitor;
  await open('worklist?queue=unlabeled&assigned_to=nobody', 'Worklist');
  let answered: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const reads = /\/v1\/environments\/[^/]+\/events\?/;
  await page.route(reads, async (route) => {
    await held;
    await route.continue();
  });
  const rows = page.locator('tr', { has: page.locator('[data-row-link]') });
  const links = page.locator('[data-row-link]');
  const [first, second] = await links.evaluateAll((all) => all.slice(0, 2).map((one) => one.getAttribute('href')));
  const row = (href: string | null | undefined) => rows.filter({ has: page.locator(`[href="${href}"]`) });

  await row(first).getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Assign 1 selected event' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Assign 1 event' }).press('Enter');
  await row(first).getByText(dashboard.service.owner.email).waitFor();
  // The button of the dialog is disabled without a selection; the one beside it takes the keyboard.
  await waitFor(page, "document.activeElement?.textContent === 'Select this page'");

  await row(second).getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Label 1 selected event' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Label 1 event' });
  await dialog.getByRole('combobox', { name: 'Label' }).click();
  await page.getByRole('option', { name: 'Account takeover' }).click();
  await dialog.getByRole('button', { name: 'Label 1 event' }).press('Enter');
  await row(second).waitFor({ state: 'detached' });
  await row(first).waitFor();
  answered?.();
  await waitFor(page, "document.activeElement?.textContent === 'Select this page'");
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Labels taken back from 1 event.').waitFor();
  await waitFor(page, "document.activeElement?.textContent === 'Select this page'");
  await row(second).waitFor();
  await page.unroute(reads);
  // A test before was refused on purpose.
  assertNoErrors(page, /status of 409/);
});

test('an empty queue says what fills it', async () => {
  const { page, open } = dashboard.visitor;
  await open('worklist?queue=negatives', 'Worklist');
  await page.getByText(/appear here once somebody labels them fraud/).waitFor();
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
  assertNoErrors(page, /409 \(Conflict\)/);
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
  await openEvent();
  await contentLoaded(page);
  await assertStructure(page, 'an event of a queue');
});
