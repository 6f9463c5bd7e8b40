// Tests the notices that explain missing things: a role without buttons, no mail server, the steps of the setup.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDashboard } from '../running-dashboard.ts';
import {
  assertAccessible,
  assertNoErrors,
  assertStructure,
  holdAnswers,
  loggedOutPage,
  logIn,
  tokenOf,
} from '../visitor.ts';

const dashboard = runDashboard();

/** Records in the page whether the numbers of the overview were ever shown without the steps of the setup. */
const WATCH_ORDER = `
  globalThis.numbersCameFirst = false;
  new MutationObserver(() => {
    const titles = [...document.querySelectorAll('h2')].map((heading) => heading.textContent);
    const has = (title) => titles.some((text) => text.startsWith(title));
    if (has('Decisions by hour') && !has('Finish the setup')) globalThis.numbersCameFirst = true;
  }).observe(document, { childList: true, subtree: true });`;

test('a viewer reads on every screen why there are no buttons', async () => {
  const { service, browser, visitor } = dashboard;
  const viewer = { email: 'viewer@example.com', password: 'long enough for a test 9' };
  const { data } = await service.request<{ data: { invitation_token: string } }>(
    'POST',
    '/v1/members',
    { email: viewer.email, role: 'viewer' },
    await tokenOf(visitor.page),
  );
  const { invitation_token: token } = data;
  await service.request('POST', '/v1/invitations/accept', { token, password: viewer.password });
  const page = await loggedOutPage(browser, service);
  for (const [screen, heading] of [
    ['policy', 'Policy'],
    ['webhooks', 'Webhooks'],
    ['overview', 'Overview'],
  ]) {
    await page.goto(`/#/${service.environments.test.id}/${screen}`);
    if (screen === 'policy') await logIn(page, viewer);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByText('Your role is viewer').waitFor();
  }
  await assertAccessible(page, 'the overview of a viewer');
  await page.setViewportSize({ width: 390, height: 844 });
  await assertStructure(page, 'the overview of a viewer on a phone');
  assertNoErrors(page);
  await page.context().close();
  assert.equal(await visitor.page.getByText('Your role is').count(), 0);
});

test('the form of a channel says that the installation cannot send email', async () => {
  const { page, openForm } = dashboard.visitor;
  const form = await openForm('alerts', 'Alerts', 'Add channel', 'New channel');
  await form.getByText('This installation has no mail server').waitFor();
  await form.getByLabel('Name').fill('Fraud team');
  assert.equal(await form.getByLabel('Email addresses').count(), 0);
  assert.ok(await form.getByRole('button', { name: 'Add channel' }).isDisabled());
  await assertAccessible(page, 'the form of a channel');
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Slack or compatible' }).click();
  await form.getByText('This installation has no mail server').waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  assertNoErrors(page);
});

test('the numbers of the overview appear together with the steps of the setup', async () => {
  const { page, open } = dashboard.visitor;
  await dashboard.service.request('POST', '/v1/events', { event: 'login', account: { id: 'u_first' } });
  await open('devices', 'Devices');
  const answerAudit = await holdAnswers(page, ({ pathname }) => pathname === '/v1/audit');
  await page.addInitScript(WATCH_ORDER);
  const read = page.waitForResponse(/\/overview/);
  await page.goto(`/#/${dashboard.service.environments.test.id}/overview`);
  await page.reload({ waitUntil: 'commit' });
  await (await read).finished();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  answerAudit();
  await page.getByRole('region', { name: /^Finish the setup/ }).waitFor();
  await page.getByRole('region', { name: 'Decisions by hour' }).waitFor();
  assert.equal(await page.evaluate('globalThis.numbersCameFirst'), false, 'the steps would push them down');
  await page.unrouteAll({ behavior: 'wait' });
});
