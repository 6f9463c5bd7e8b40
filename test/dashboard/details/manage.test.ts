// Tests administration: keys, environments, members and roles, two-factor authentication, sessions, and the audit log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { waitFor } from '../../browser/chromium.ts';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors, loggedOutPage, logIn, screenAt, visit } from '../visitor.ts';

const dashboard = runDashboard();

test('a new key works immediately and is rejected after it is revoked', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('keys', 'Keys & environments', 'Create key');
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = (await dialog.locator('pre').textContent()) ?? '';
  assert.match(key, /^pub_test_/);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  const event = { event: 'login', account: { id: 'u_1' }, signals: {} };
  await dashboard.service.request('POST', '/v1/events', event, key);
  await page.getByRole('button', { name: `Revoke …${key.slice(-4)}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('Key revoked.').waitFor();
  await assert.rejects(dashboard.service.request('POST', '/v1/events', event, key), /401/);
});

test('changes environment settings, with a confirmation in live', async () => {
  const { page, open } = dashboard.visitor;
  await open('keys', 'Keys & environments');
  await page.getByRole('button', { name: 'Edit Live' }).click();
  await page.getByRole('combobox', { name: 'Allowed origins' }).fill('https://shop.example');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const confirmation = page.getByRole('dialog', { name: /^Change the settings of/ });
  await confirmation.getByText(/This changes LIVE/).waitFor();
  // Escape closes only the confirmation; the form below does not ask whether to discard its input.
  await page.keyboard.press('Escape');
  await confirmation.waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: 'Edit Live' }).getByRole('button', { name: 'Save' }).click();
  await confirmation.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Live' }).getByText('https://shop.example').waitFor();
});

test('the form of an environment refuses a retention that the server would refuse', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('keys', 'Keys & environments', 'Edit Test', 'Edit Test');
  const [days, save] = [dialog.getByLabel(/^Retention/), dialog.getByRole('button', { name: 'Save' })];
  for (const outside of ['3651', '0']) {
    await days.fill(outside);
    await days.blur();
    await dialog.getByText('Enter 1 to 3,650 days, or nothing.').waitFor();
    assert.equal(await days.inputValue(), outside, 'not changed unseen');
    assert.ok(await save.isDisabled());
  }
  await days.fill('3650');
  await save.click();
  await page
    .getByRole('region', { name: 'Test' })
    .getByText(/3,?650 days/)
    .waitFor();
  await page.getByRole('button', { name: 'Edit Test' }).click();
  await days.fill('');
  await save.click();
  await dialog.waitFor({ state: 'hidden' });
});

test('a saved form does not hold the page until the lists are read again', async () => {
  const { page, open } = dashboard.visitor;
  await open('keys', 'Keys & environments');
  const reads = `${dashboard.service.url}/v1/environments?*`;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.getByRole('button', { name: 'Edit Test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Test' });
  await dialog.getByRole('combobox', { name: 'Allowed origins' }).fill('https://staging.example');
  await page.keyboard.press('Enter');
  let stored = false;
  page.on('response', (response) => {
    stored ||= response.request().method() === 'PATCH';
  });
  await page.route(reads, async (route) => {
    if (stored) await released;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // The saved value is already shown. A form that starts from the old one would undo the change.
  await page.getByRole('region', { name: 'Test' }).getByText('https://staging.example').waitFor();
  await page.getByRole('button', { name: 'Edit Test' }).click();
  await dialog.getByText('https://staging.example', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await open('members', 'Members');
  release();
  await open('keys', 'Keys & environments');
  await page.getByRole('region', { name: 'Test' }).getByText('https://staging.example').waitFor();
});

test('an invited viewer sets a password and sees everything read-only', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('members', 'Members', 'Invite member');
  await dialog.getByLabel('Email').fill('vera@example.com');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: /^Viewer/ }).click();
  await dialog.getByRole('button', { name: 'Create invitation link' }).click();
  const link = (await dialog.locator('pre').textContent()) ?? '';
  assert.match(link, /#\/invitation\?token=/);

  const guest = await loggedOutPage(dashboard.browser, dashboard.service);
  await guest.goto(link);
  await guest.getByLabel('New password').fill('a long sentence about nothing');
  await guest.getByLabel('Repeat password').fill('a long sentence about something');
  await guest.getByText('The passwords do not match').waitFor();
  await guest.getByLabel('Repeat password').fill('a long sentence about nothing');
  await guest.getByRole('button', { name: 'Set password and log in' }).click();
  await guest.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await guest.goto(`/#/${dashboard.service.environments.test.id}/policy`);
  await guest.getByText('Your role can view the policy but not change it.').waitFor();
  assert.equal(await guest.getByRole('button', { name: 'Save thresholds' }).count(), 0);
  await guest.goto(`/#/${dashboard.service.environments.test.id}/keys`);
  await guest.getByRole('table', { name: 'Keys' }).waitFor();
  assert.equal(await guest.getByRole('button', { name: /Create key|Revoke/ }).count(), 0);
  await guest.context().close();

  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('combobox', { name: 'Role of vera@example.com' }).click();
  await page.getByRole('option', { name: 'Analyst' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await page.getByText('Role changed.').waitFor();
  await page.getByRole('button', { name: 'Remove vera@example.com' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
  await page.getByText('Member removed.').waitFor();
});

test('times are local with the name of their zone, and UTC on a switch', async () => {
  const { page, open, close } = await visit(dashboard.browser, dashboard.service, { timezoneId: 'Asia/Kolkata' });
  await open('settings', 'Settings');
  await page
    .getByText(/GMT\+5:30/)
    .first()
    .waitFor();
  await page.getByLabel('Times in UTC').check({ force: true });
  await page
    .getByText(/\d UTC/)
    .first()
    .waitFor();
  await open('audit', 'Audit log');
  await page.getByLabel('From (UTC)').waitFor();
  assert.equal(await page.getByText(/GMT\+5:30/).count(), 0);
  await close();
});

test('adds an environment and switches to it', async () => {
  const { page, open } = dashboard.visitor;
  await open('keys', 'Keys & environments');
  await page.getByRole('button', { name: 'Add environment' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Staging');
  await page.getByRole('dialog').getByRole('button', { name: 'Add environment' }).click();
  await page.getByRole('region', { name: 'Staging' }).waitFor();
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page.getByRole('menuitem', { name: /Staging/ }).click();
  await page.getByText('No events yet').waitFor();
});

test('sets up two-factor authentication, uses it to log in, and turns it off', async () => {
  const { page, open } = dashboard.visitor;
  await open('settings', 'Settings');
  await page.getByLabel('Confirm your password').fill(dashboard.service.owner.password);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (
    (await page.getByRole('region', { name: 'Two-factor authentication' }).locator('pre').textContent()) ?? ''
  ).trim();
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByLabel('Code').fill(code());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Save these recovery codes').waitFor();
  const recovery =
    (await page.getByRole('region', { name: 'Two-factor authentication' }).locator('pre').textContent()) ?? '';
  const [recoveryCode, anotherCode] = recovery.trim().split('\n');
  assert.ok(recoveryCode && anotherCode);

  const again = await loggedOutPage(dashboard.browser, dashboard.service);
  await again.goto('/');
  await logIn(again, dashboard.service.owner);
  await again.getByLabel('Code from your authenticator app').fill('000000');
  await again.getByRole('button', { name: 'Log in' }).click();
  await again.getByRole('alert').waitFor();
  await again.getByLabel('Code from your authenticator app').fill(recoveryCode);
  await again.getByRole('button', { name: 'Log in' }).click();
  await again.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await again.context().close();

  // Until the slow answer arrives, neither form may ask for a password.
  await page.route('**/v1/auth/session', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByLabel('Confirm your password').fill(dashboard.service.owner.password);
  await page.getByLabel('Code or recovery code').fill(anotherCode);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.unroute('**/v1/auth/session');
  await page.getByRole('button', { name: 'Set up' }).waitFor();
});

test('changing the password revokes the other sessions', async () => {
  const other = await visit(dashboard.browser, dashboard.service);
  const { page, open } = dashboard.visitor;
  await open('settings', 'Settings');
  await page.getByRole('table', { name: 'Sessions' }).getByText('Current').waitFor();
  await page.getByLabel('Current password', { exact: true }).fill(dashboard.service.owner.password);
  await page.getByLabel('New password', { exact: true }).fill('another long sentence about nothing');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed.').waitFor();
  dashboard.service.owner.password = 'another long sentence about nothing';
  await other.open('devices').catch(() => undefined);
  await other.page.getByRole('status').getByText('Your session has ended').waitFor();
  await other.close();
});

test('the audit log shows changes, filters by action and exports', async () => {
  const { page, open } = dashboard.visitor;
  await open('audit', 'Audit log');
  await page.getByText(dashboard.service.owner.email).first().waitFor();
  await page.getByText('Before and after').first().click();
  await page.locator('details[open] pre').first().waitFor();
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Key revoked' }).click();
  await screenAt(page, /action=key\.revoked/);
  await waitFor(page, "document.querySelectorAll('main ol > li').length === 1");
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  assert.match((await download).suggestedFilename(), /^audit-\d{4}-\d\d-\d\d\.ndjson$/);
  assertNoErrors(page);
});

test('what was refused of one kind of alert channel is gone with another kind', async () => {
  const { page, openForm } = dashboard.visitor;
  const dialog = await openForm('alerts', 'Alerts', 'Add channel', 'New channel');
  await dialog.getByLabel('Name').fill('Fraud team');
  const choose = async (kind: string) => {
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: kind }).click();
  };
  await choose('Slack or compatible');
  await dialog.getByLabel('Webhook URL').fill('ftp://hooks.example.com');
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  const error = dialog.getByRole('alert');
  await error.waitFor();
  assert.equal(await error.count(), 1, 'said once');
  await choose('Webhook endpoint');
  await error.waitFor({ state: 'detached' });
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Fraud team');
});

test('a list that can no longer be read stays, and says that it is being tried again', async () => {
  const { page, close } = await visit(dashboard.browser, dashboard.service);
  await page.goto(`/#/${dashboard.service.environments.test.id}/alerts`);
  await page.getByText('No alerts yet').waitFor();
  await page.route('**/alerts', (route) => route.abort());
  const error = page.getByRole('alert').filter({ hasText: 'The service is unreachable' });
  await error.getByRole('button', { name: 'Try again' }).click();
  await error.getByRole('button', { name: 'Trying again …' }).waitFor();
  const focused = await page.evaluate<string>('document.activeElement.textContent');
  assert.match(focused, /^Try/, 'the button keeps the focus');
  await error.getByRole('button', { name: 'Try again', exact: true }).waitFor();
  await page.getByText('No alerts yet').waitFor();
  await close();
});

test('a service that is unreachable is said once', async () => {
  const { page, close } = await visit(dashboard.browser, dashboard.service);
  await page.route('**/v1/audit**', (route) => route.abort());
  await page.goto(`/#/${dashboard.service.environments.test.id}/audit`);
  const error = page.getByRole('alert').filter({ hasText: 'The service is unreachable' }).first();
  await error.getByText(/^Check that it is running/).waitFor();
  assert.equal((await error.textContent())?.match(/unreachable/g)?.length, 1);
  // The same without a network, both for a page and for a change.
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Devices' }).click();
  await error.waitFor({ state: 'detached' });
  await error.waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  const form = page.getByRole('region', { name: 'Password' });
  await form.getByLabel('Current password', { exact: true }).fill('what it was before');
  await form.getByLabel('New password', { exact: true }).fill('a long sentence about nothing');
  await form.getByRole('button', { name: 'Change password' }).click();
  await form.getByRole('alert').getByText('The service is unreachable').waitFor();
  await close();
});
