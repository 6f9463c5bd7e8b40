// Managing: keys, environments, members with their roles, the second factor, sessions, the audit log.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, newPage } from '../browser/chromium.ts';
import { type Service, startService } from './service.ts';
import { type Visitor, visit } from './visitor.ts';

let service: Service;
let browser: Browser;
let visitor: Visitor;
before(async () => {
  [service, browser] = await Promise.all([startService(), launchChromium()]);
  visitor = await visit(browser, service);
});
after(async () => {
  await browser?.close();
  await service?.close();
});

test('a key is shown once, works at once, and is refused once it is revoked', async () => {
  const { page, open } = visitor;
  await open('keys', 'Keys & environments');
  await page.getByRole('button', { name: 'Make a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const key = (await dialog.locator('pre').textContent()) ?? '';
  assert.match(key, /^pub_test_/);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  const event = { event: 'login', account: { id: 'u_1' }, signals: {} };
  await service.call('POST', '/v1/events', event, key);
  await page.getByRole('button', { name: `Revoke …${key.slice(-4)}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('Key revoked.').waitFor();
  await assert.rejects(service.call('POST', '/v1/events', event, key), /401/);
});

test('a viewer is invited, chooses a password by the link, sees everything and is offered no change', async () => {
  const { page, open } = visitor;
  await open('members', 'Members');
  await page.getByRole('button', { name: 'Invite a member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill('vera@example.com');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: /^Viewer/ }).click();
  await dialog.getByRole('button', { name: 'Make the invitation link' }).click();
  const link = (await dialog.locator('pre').textContent()) ?? '';
  assert.match(link, /#\/invitation\?token=/);

  const guest = await newPage(browser, { baseURL: service.url });
  await guest.goto(link);
  await guest.getByLabel('New password').fill('a long sentence about nothing');
  await guest.getByLabel('The same again').fill('a long sentence about something');
  await guest.getByText('The two passwords differ').waitFor();
  await guest.getByLabel('The same again').fill('a long sentence about nothing');
  await guest.getByRole('button', { name: 'Set password and log in' }).click();
  await guest.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await guest.goto(`/#/${service.environments.test.id}/policy`);
  await guest.getByText('Your role may look at the policy but not change it.').waitFor();
  assert.equal(await guest.getByRole('button', { name: 'Save thresholds' }).count(), 0);
  await guest.goto(`/#/${service.environments.test.id}/keys`);
  await guest.getByRole('table', { name: 'Keys' }).waitFor();
  assert.equal(await guest.getByRole('button', { name: /Make a key|Revoke/ }).count(), 0);
  await guest.context().close();
});
