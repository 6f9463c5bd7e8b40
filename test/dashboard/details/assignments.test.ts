// Tests assignments in the dashboard, of one event and of many, while a colleague assigns the same events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../browser/chromium.ts';
import { runDashboard } from '../running-dashboard.ts';
import { assertAccessible, assertNoErrors, holdAnswers, openedEvent } from '../visitor.ts';

const dashboard = runDashboard({ events: true });

test('assigns an event, filters by it, and shows what a colleague did meanwhile instead of overwriting it', async () => {
  const { page, open } = dashboard.visitor;
  await open('worklist?queue=unlabeled', 'Worklist');
  await page.locator('[data-row-link]').first().click();
  const id = await openedEvent(page);
  const answer = await holdAnswers(page, ({ pathname }) => pathname === `/v1/events/${id}`);
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await page.getByText(`Assigned to ${dashboard.service.owner.email}.`).waitFor();
  // The answer is shown before the event is read again.
  await page.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'hidden' });
  const assigned = page.getByRole('combobox', { name: 'Assigned to' });
  assert.equal(await assigned.inputValue(), dashboard.service.owner.email);
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await assertAccessible(page, 'an assigned event');
  await open('worklist?queue=unlabeled&assigned_to=me', 'Worklist');
  assert.equal(await page.locator('[data-row-link]').count(), 1);
  await page.getByRole('cell', { name: dashboard.service.owner.email }).waitFor();
  // The event is assigned to a colleague while it is open here.
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
  // The page may have just read the members, and a list stays in its cache for five seconds.
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
  // A colleague takes one of the events while they are selected here.
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
  await campaigns.getByRole('checkbox', { name: 'Include events assigned to other members' }).click();
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
  const answer = await holdAnswers(page, ({ pathname }) => /\/v1\/environments\/[^/]+\/events$/.test(pathname));
  const rows = page.locator('tr', { has: page.locator('[data-row-link]') });
  const links = page.locator('[data-row-link]');
  const [first, second] = await links.evaluateAll((all) => all.slice(0, 2).map((one) => one.getAttribute('href')));
  const row = (href: string | null | undefined) => rows.filter({ has: page.locator(`[href="${href}"]`) });

  await row(first).getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Assign 1 selected event' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Assign 1 event' }).press('Enter');
  await row(first).getByText(dashboard.service.owner.email).waitFor();
  // Without a selection, the button that opened the dialog is disabled; the one beside it gets the keyboard focus.
  await waitFor(page, "document.activeElement?.textContent === 'Select this page'");

  await row(second).getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Label 1 selected event' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Label 1 event' });
  await dialog.getByRole('combobox', { name: 'Label' }).click();
  await page.getByRole('option', { name: 'Account takeover' }).click();
  await dialog.getByRole('button', { name: 'Label 1 event' }).press('Enter');
  await row(second).waitFor({ state: 'detached' });
  await row(first).waitFor();
  answer();
  await waitFor(page, "document.activeElement?.textContent === 'Select this page'");
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Labels of 1 event undone.').waitFor();
  await waitFor(page, "document.activeElement?.textContent === 'Select this page'");
  await row(second).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  // An earlier test causes this error on purpose.
  assertNoErrors(page, /status of 409/);
});

test('a selection is not assigned to nobody because the members are not known yet', async () => {
  const { page, open } = dashboard.visitor;
  const answer = await holdAnswers(page, ({ pathname }) => pathname === '/v1/members');
  // The members may have been read before.
  await page.reload();
  await open('worklist?queue=unlabeled&assigned_to=nobody', 'Worklist');
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Assign 1 selected event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 1 event' });
  const assignee = dialog.getByRole('combobox', { name: 'Assign to' });
  await assignee.waitFor();
  assert.equal(await assignee.inputValue(), '');
  assert.ok(await dialog.getByRole('button', { name: 'Assign 1 event' }).isDisabled());
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await waitFor(page, `document.querySelector('[role="dialog"] input')?.value === '${dashboard.service.owner.email}'`);
  await dialog.getByRole('button', { name: 'Assign 1 event' }).click();
  await page.getByText(`1 event assigned to ${dashboard.service.owner.email}.`).waitFor();
  assertNoErrors(page, /status of 409/);
});
