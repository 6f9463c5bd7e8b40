// Tests alerts in the dashboard: a channel and a rule are created by hand, an attack is reported by email, a dead channel is shown.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type MailServer, startMailServer } from '../../alerts/mail-server.ts';
import { httpResponse, startReceiver } from '../../webhooks/receivers.ts';
import { runDashboard } from '../running-dashboard.ts';
import { assertNoErrors, drawn, holdAnswers } from '../visitor.ts';

let mail: MailServer;
const dashboard = runDashboard({
  settings: async () => {
    mail = await startMailServer();
    return { ASSAY_SMTP_URL: mail.url, ASSAY_SMTP_FROM: 'Assay <assay@example.com>' };
  },
});
after(() => mail?.[Symbol.asyncDispose]());

test('an analyst sets an alert, is told of the attack, and sees it above the overview', async () => {
  const { page, open, openForm } = dashboard.visitor;
  const channel = await openForm('alerts', 'Alerts', 'Add channel', 'New channel');
  await channel.getByLabel('Name').fill('Fraud team');
  await channel.getByRole('combobox', { name: 'Email addresses' }).fill('fraud@example.com');
  await page.keyboard.press('Enter');
  await channel.getByRole('button', { name: 'Add channel' }).click();
  await page.getByRole('button', { name: 'Send test to Fraud team' }).click();
  await page.getByText('Test sent to Fraud team.').waitFor();
  assert.equal(mail.mails.length, 1);

  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('dialog', { name: 'New alert rule' });
  // An empty field was once saved as the minimum.
  await rule.getByLabel('Events in one campaign').fill('');
  await rule.getByText('Enter a number from 2 to 2,000.').waitFor();
  assert.ok(await rule.getByRole('button', { name: 'Add rule' }).isDisabled());
  // A number that is too large was once saved as the maximum, and one that is too small as the minimum.
  await rule.getByLabel('Time window (minutes)').fill('2');
  await rule.getByLabel('Events in one campaign').fill('5000');
  await rule.getByLabel('Name').focus();
  assert.equal(await rule.getByLabel('Events in one campaign').inputValue(), '5000');
  assert.equal(await rule.getByLabel('Time window (minutes)').inputValue(), '2');
  await rule.getByText('Enter a number from 5 to 1,440.').waitFor();
  assert.ok(await rule.getByRole('button', { name: 'Add rule' }).isDisabled());
  await rule.getByLabel('Time window (minutes)').fill('60');
  await rule.getByLabel('Events in one campaign').fill('5');
  await rule.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('table', { name: 'Alert rules' }).getByText('Attack wave: 5 events of one campaign').waitFor();
  const signals = { canvas_hash: 'attacker', timezone: 'Europe/Oslo', platform: 'Win32' };
  for (let account = 0; account < 6; account += 1) {
    const body = { event: 'login', account: { id: `force_block_${account}` }, ip_address: '93.184.216.34', signals };
    await dashboard.service.request('POST', '/v1/events', body);
  }
  const alerts = page.getByRole('table', { name: 'Alerts', exact: true });
  await alerts.getByText('An attack on 6 accounts').waitFor();
  await alerts.getByText('Fraud team: sent').waitFor();
  assert.equal(mail.mails.length, 2);
  await open('overview', 'Overview');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await attention.getByRole('link', { name: /^An attack on 6 accounts/ }).click();
  await page.getByRole('link', { name: 'Alert me next time' }).click();
  const form = page.getByRole('dialog', { name: 'New alert rule' });
  const threshold = Number(await form.getByLabel('Events in one campaign').inputValue());
  assert.ok(threshold >= 2 && threshold < 20, `${threshold}`);
  await form.getByLabel('Name').fill('The same again');
  // A channel is added without leaving the form, which starts with the member's own address.
  await form.getByRole('button', { name: 'Add a channel' }).click();
  const own = page.getByRole('dialog', { name: 'New channel' });
  assert.equal(await own.getByLabel('Name').inputValue(), dashboard.service.owner.email);
  await own.getByText(dashboard.service.owner.email, { exact: true }).waitFor();
  await own.getByRole('button', { name: 'Add channel' }).click();
  assert.equal(await form.getByLabel('Name').inputValue(), 'The same again');
  await form.getByText(`${dashboard.service.owner.email} (Email)`).waitFor();
  await page.goBack();
  await page.getByText('The form has changes that are not saved. Close it first.').waitFor();
  assert.equal(await form.getByLabel('Name').inputValue(), 'The same again');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard what you entered?' }).waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await form.getByLabel('Name').inputValue(), 'The same again');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await form.waitFor({ state: 'detached' });
  assertNoErrors(page);
});

test('a channel that no longer works is named, with the reason', async () => {
  const { page, open } = dashboard.visitor;
  mail.refuses = true;
  await open('alerts', 'Alerts');
  await page.getByRole('button', { name: 'Send test to Fraud team' }).click();
  await page.getByText('Test not accepted').waitFor();
  await page.getByRole('table', { name: 'Alert channels' }).getByText('Last attempt failed').waitFor();
  await page
    .getByRole('table', { name: 'Alert channels' })
    .getByText(/no mail today/)
    .waitFor();
  await open('overview', 'Overview');
  await page
    .getByRole('region', { name: 'Needs attention' })
    .getByText(/Alerts do not reach Fraud team/)
    .waitFor();
  // The failure is still shown after the next success.
  mail.refuses = false;
  await open('alerts', 'Alerts');
  await page.getByRole('button', { name: 'Send test to Fraud team' }).click();
  const row = page.getByRole('table', { name: 'Alert channels' }).getByRole('row', { name: /^Fraud team/ });
  await row.getByText('Last attempt worked').waitFor();
  await row.getByText(/An earlier one failed/).waitFor();
  assertNoErrors(page);
});

/** Records whether the key numbers were ever on screen without the card of alerts, which would then push them down. */
const WATCH_OVERVIEW = `new MutationObserver(() => {
  if (document.querySelector('[aria-label="Key numbers"]') && !document.querySelector('[aria-label="Needs attention"]'))
    document.documentElement.setAttribute('data-pushed', '');
}).observe(document, { childList: true, subtree: true })`;

test('what needs attention does not push the numbers of the overview down', async () => {
  const { page, open } = dashboard.visitor;
  await open('network', 'Network');
  const answerAlerts = await holdAnswers(page, (url) => url.pathname.endsWith('/alerts'));
  // Reloads because answers from earlier visits would be shown at once. This screen shares no reads with the overview.
  await page.reload();
  await page.evaluate(WATCH_OVERVIEW);
  const others = ['/overview', '/alert-channels', '/integration', '/events', '/v1/auth/session', '/v1/audit'];
  const answered = Promise.all(
    others.map((end) => page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(end))),
  );
  const opened = open('overview', 'Overview');
  for (const answer of await answered) await answer.finished();
  await drawn(page);
  answerAlerts();
  await opened;
  await page.getByRole('region', { name: 'Needs attention' }).waitFor();
  await page.getByRole('list', { name: 'Key numbers' }).waitFor();
  assert.equal(await page.locator('html[data-pushed]').count(), 0);
  assertNoErrors(page);
});

test('an alert says whether its webhook received it', async () => {
  await using gone = await startReceiver(httpResponse(404, 'no such hook'));
  await using hook = await startReceiver(httpResponse(200));
  const { page, open } = dashboard.visitor;
  const { data: session } = await dashboard.service.request<{ data: { token: string } }>(
    'POST',
    '/v1/auth/login',
    dashboard.service.owner,
  );
  const base = `/v1/environments/${dashboard.service.environments.test.id}`;
  const create = async (path: string, body: unknown) =>
    (await dashboard.service.request<{ data: { id: string } }>('POST', `${base}/${path}`, body, session.token)).data.id;
  const channels: string[] = [];
  for (const [name, { url }] of Object.entries({ Gone: gone, Backend: hook })) {
    const endpoint = await create('webhooks', { url, event_types: ['device.trusted'] });
    channels.push(await create('alert-channels', { name, kind: 'webhook', endpoint_id: endpoint }));
  }
  await create('alert-rules', { name: 'By webhook', kind: 'attack_wave', threshold: 2, channels });
  await open('alerts', 'Alerts');
  const alerts = page.getByRole('table', { name: 'Alerts', exact: true });
  await alerts.getByText('Backend: delivered').waitFor();
  await alerts.getByText('Gone: delivery failed').waitFor();
  assert.deepEqual([gone.requests.length, hook.requests.length], [1, 1]);
  assertNoErrors(page);
});
