// Tests notes in the dashboard: on an event, an account and a device, by mouse and keyboard, even before lists are read again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../browser/chromium.ts';
import { runDashboard } from '../running-dashboard.ts';
import { eventsOf } from '../service.ts';
import { assertAccessible, holdAnswers } from '../visitor.ts';

const dashboard = runDashboard({ events: true });

test('writes, changes and deletes a note, shown as plain text on the event, the account and the device', async () => {
  const { page, open } = dashboard.visitor;
  const [event] = await eventsOf(dashboard.service, 'decision=block&limit=1');
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
  const [event] = await eventsOf(dashboard.service, 'decision=allow&limit=1');
  await open(`accounts/${encodeURIComponent(event?.external_account_id ?? '')}`);
  const field = page.getByRole('region', { name: 'Notes', exact: true }).getByRole('textbox', { name: 'New note' });
  const answer = await holdAnswers(page, ({ pathname }) => pathname.endsWith('/timeline'));
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
  await page.unrouteAll({ behavior: 'wait' });
  await field.fill('');
});

test('by keyboard, notes, assignments and labels go on where they were', async () => {
  const { page, open } = dashboard.visitor;
  const [event] = await eventsOf(dashboard.service, 'decision=monitor&limit=1');
  await open(`events/${event?.id}`);
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
  const [event] = await eventsOf(dashboard.service, 'decision=allow&limit=1');
  await open('events', 'Events');
  await open(`events/${event?.id}`);
  const notes = page.getByRole('region', { name: 'Notes', exact: true });
  await notes.getByRole('textbox', { name: 'New note' }).fill('first text');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await notes.getByRole('button', { name: 'Edit' }).click();
  const field = notes.getByRole('textbox', { name: 'Note', exact: true });
  await field.fill('second text');
  const answer = await holdAnswers(page, ({ pathname }) => /\/v1\/events\/[^/]+(\/notes)?$/.test(pathname));
  await notes.getByRole('button', { name: 'Save note' }).click();
  await field.waitFor({ state: 'hidden' });
  await notes.getByText('second text').waitFor();
  // A form that starts from the old text would undo the change.
  await notes.getByRole('button', { name: 'Edit' }).click();
  assert.equal(await field.inputValue(), 'second text');
  await notes.getByRole('button', { name: 'Cancel' }).click();
  await notes.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await notes.getByText('second text').waitFor({ state: 'hidden' });
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  answer();
  await page.unrouteAll({ behavior: 'wait' });
});
