// Tests that a session is shared by tabs and ends in all, and that Escape or an expired session does not lose input.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { waitFor, watchErrors } from '../../browser/chromium.ts';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors, assertStructure, logIn, tokenOf } from '../visitor.ts';

let devices: string[];
const dashboard = runDashboard({
  prepare: async () => {
    for (const environment of ['test', 'live'] as const) {
      for (const canvas of ['a', 'b']) await send(environment, `u_${canvas}`, canvas);
    }
    devices = await liveDevices();
  },
});

async function send(environment: 'test' | 'live', account: string, canvas: string): Promise<{ id: string }> {
  const signals = { persistent_id: `${canvas}${environment}`, canvas_hash: canvas, timezone: 'Europe/Oslo' };
  const body = { event: 'login', account: { id: account }, signals };
  const token = dashboard.service.environments[environment].secret_key;
  return (await dashboard.service.request<{ data: { id: string } }>('POST', '/v1/events', body, token)).data;
}

async function liveDevices(): Promise<string[]> {
  const { id, secret_key } = dashboard.service.environments.live;
  const path = `/v1/environments/${id}/devices`;
  const list = await dashboard.service.request<{ data: { id: string }[] }>('GET', path, undefined, secret_key);
  return list.data.map((device) => device.id);
}

async function newTab(path: string): Promise<Page> {
  const tab = await dashboard.visitor.page.context().newPage();
  await tab.goto(`/#/${dashboard.service.environments.test.id}/${path}`);
  return tab;
}

/** Ends the browser's session on the server, as an expiry does, without notifying any tab. */
async function endSession(): Promise<void> {
  const token = await tokenOf(dashboard.visitor.page);
  await dashboard.service.request('POST', '/v1/auth/logout', undefined, token);
}

test('a new tab and a pasted link need no login; a logout ends the session in every tab', async () => {
  const other = await newTab('devices');
  await other.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  await dashboard.visitor.page.getByRole('button', { name: 'Log out' }).click();
  await other.getByText('You logged out in another tab.').waitFor();
  assert.equal(await other.evaluate("localStorage.getItem('assay.session')"), null);
  // Logging in preserves the tab's address.
  await logIn(other, dashboard.service.owner);
  await other.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  await dashboard.visitor.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await other.close();
});

test('the other tabs leave before the service ends the session: none of their reads is refused', async () => {
  const { page } = dashboard.visitor;
  const other = watchErrors(await newTab('devices'));
  await other.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  const refused: string[] = [];
  other.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  // The service has ended the session, but the tab that logged out is still waiting for the answer, as on a slow network.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    void page.route('**/v1/auth/logout', async (route) => {
      const response = await route.fetch();
      resolve();
      await answered;
      await route.fulfill({ response });
    });
  });
  await page.getByRole('button', { name: 'Log out' }).click();
  await ended;
  await other.goto(`/#/${dashboard.service.environments.test.id}/accounts`);
  await other.getByRole('button', { name: 'Log in' }).waitFor();
  assert.deepEqual(refused, []);
  await other.getByText('You logged out in another tab.').waitFor();
  assertNoErrors(other);
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await logIn(page, dashboard.service.owner);
  await other.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  await other.close();
});

test('a note half typed comes back to its writer after a logout in another tab', async () => {
  const body = { event: 'login', account: { id: 'u_note' } };
  const { data } = await dashboard.service.request<{ data: { id: string } }>('POST', '/v1/events', body);
  const other = await newTab(`events/${data.id}`);
  const note = other.getByRole('textbox', { name: 'New note' });
  await note.fill('They called because');
  await dashboard.visitor.page.getByRole('button', { name: 'Log out' }).click();
  await other.getByText('You logged out in another tab.').waitFor();
  assert.equal(await note.count(), 0);
  await logIn(other, dashboard.service.owner);
  await note.waitFor();
  assert.equal(await note.inputValue(), 'They called because');
  await other.getByRole('button', { name: 'Add note' }).click();
  await other.getByRole('list', { name: 'Notes' }).getByText('They called because').waitFor();
  assert.equal(await note.inputValue(), '');
  await dashboard.visitor.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await other.close();
});

test('a reload asks before it loses a note half typed, and Back and Forward keep it', async () => {
  const body = { event: 'login', account: { id: 'u_draft' } };
  const { data } = await dashboard.service.request<{ data: { id: string } }>('POST', '/v1/events', body);
  const { page, open } = dashboard.visitor;
  await open('devices', 'Devices');
  await open(`events/${data.id}`);
  const note = page.getByRole('textbox', { name: 'New note' });
  await note.fill('They called because');
  const questions: string[] = [];
  const shown = page.waitForEvent('dialog');
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.dismiss();
  });
  // `page.reload()` would wait for a navigation that does not happen.
  await page.evaluate('setTimeout(() => location.reload())');
  await shown;
  assert.equal(await note.inputValue(), 'They called because');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  await page.goForward();
  await note.waitFor();
  assert.equal(await note.inputValue(), 'They called because');
  await note.fill('');
  await page.reload();
  await note.waitFor();
  assert.deepEqual(questions, ['beforeunload'], 'only while something is typed');
  page.removeAllListeners('dialog');
});

test('Back and Forward keep what was typed into the form of an outcome, until it is recorded', async () => {
  const { id } = await send('test', 'u_outcome', 'c');
  const { page, open } = dashboard.visitor;
  await open('devices', 'Devices');
  await open(`events/${id}`);
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await reason.fill('The customer called');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  await page.goForward();
  await reason.waitFor();
  assert.equal(await reason.inputValue(), 'The customer called');
  await page.getByText('Account takeover', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Record outcome' }).click();
  await page.getByText('Outcome recorded.').waitFor();
  assert.equal(await reason.inputValue(), '');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  await page.goForward();
  await reason.waitFor();
  assert.equal(await reason.inputValue(), '');
});

test('a session that ends on the server loses nothing that was typed', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('policy?tab=rules', 'Policy', 'Add rule', 'New rule');
  await dialog.getByLabel('Name').fill('Half a rule');
  await endSession();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  const login = page.getByRole('dialog', { name: 'Log in' });
  await login.getByText(/Your session has ended/).waitFor();
  assert.equal(await login.getByLabel('Email').inputValue(), dashboard.service.owner.email);
  const password = login.getByLabel('Password', { exact: true });
  await waitFor(page, "document.activeElement?.getAttribute('autocomplete') === 'current-password'");
  // Looks like the login page, with the logo and in the center of the window.
  await login.getByText('Assay', { exact: true }).waitFor();
  const box = await login.locator('form').boundingBox();
  const { width } = page.viewportSize() ?? { width: 0 };
  assert.ok(box !== null && Math.abs(box.x + box.width / 2 - width / 2) < 10, JSON.stringify(box));
  await assertStructure(page, 'the login after a session');
  await password.fill(dashboard.service.owner.password);
  await login.getByRole('button', { name: 'Log in' }).click();
  await login.waitFor({ state: 'detached' });
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Half a rule');
  await dialog.getByRole('alert').getByText('Log in again, then try again.').waitFor();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('heading', { name: 'Half a rule' }).waitFor();
});

test('Escape asks before it discards a form, closes an untouched one at once, and gives the focus back', async () => {
  const { page, open, openForm } = dashboard.visitor;
  const dialog = await openForm('policy?tab=rules', 'Policy', 'Add rule', 'New rule');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await waitFor(page, "document.activeElement?.textContent === 'Add rule'");
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Name').fill('Not yet');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Not yet');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await waitFor(page, "document.activeElement?.textContent === 'Add rule'");
  // From a menu whose items no longer exist by then.
  await open('events', 'Events');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).press('Enter');
  await page.getByRole('dialog', { name: 'Save this view' }).getByLabel('Name').waitFor();
  await page.keyboard.press('Escape');
  await waitFor(page, "document.activeElement?.textContent === 'Views'");
});

test('a confirmation names its device and closes when the page changes', async () => {
  const { page, open } = dashboard.visitor;
  const live = dashboard.service.environments.live;
  const [first = '', second = ''] = devices;
  await open(`devices/${first}`, undefined, live.id);
  await open(`devices/${second}`, undefined, live.id);
  await page.getByRole('button', { name: 'Trust device' }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Trust .*${second}`) });
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  for (const device of devices) {
    const { data } = await dashboard.service.request<{ data: { is_trusted: boolean } }>(
      'GET',
      `/v1/devices/${device}`,
      undefined,
      live.secret_key,
    );
    assert.equal(data.is_trusted, false);
  }
});

test("another member's policy is shown and not overwritten", async () => {
  const { page, open } = dashboard.visitor;
  await open('policy', 'Policy');
  await page.getByLabel('Monitor up to', { exact: true }).last().fill('55');
  const token = await tokenOf(page);
  const path = `/v1/environments/${dashboard.service.environments.test.id}/policy/thresholds`;
  await dashboard.service.request('PUT', path, { allow_max: 10, monitor_max: 40, challenge_max: 70 }, token);
  const notice = page.getByRole('alert').filter({ hasText: 'The policy is now version' });
  await notice.getByText('Allow up to 10 instead of 29').waitFor();
  await page.getByRole('button', { name: 'Save thresholds' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save thresholds' }).click();
  await page.getByText('Thresholds not saved').waitFor();
  await notice.getByRole('button', { name: 'Discard my draft' }).click();
  await notice.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Allow up to', { exact: true }).last().inputValue(), '10');
});
