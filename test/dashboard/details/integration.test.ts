// Tests integration health and the setup steps: each rejection is named with its remedy, and finished steps disappear.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Integration } from '../../../dashboard/src/api/control-types.ts';
import { httpResponse, startReceiver } from '../../webhooks/receivers.ts';
import { waitUntil } from '../../webhooks/running-dispatcher.ts';
import { runService } from '../running-dashboard.ts';
import { assertAccessible, assertNoErrors, assertStructure, tokenOf, visit } from '../visitor.ts';

const dashboard = runService();

const LOGIN = { event: 'login', account: { id: 'u_1' } };

/** Sends an event, for example from another site's page or with an invalid body; returns the status. */
async function send(body: object, token: string, origin?: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...(origin && { origin }) };
  const response = await fetch(`${dashboard.service.url}/v1/events`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.status;
}

test('what was refused, near event types and future clocks are named, each with what to do', async () => {
  const { live } = dashboard.service.environments;
  const { page, open, close } = await visit(dashboard.browser, dashboard.service, {
    viewport: { width: 1440, height: 900 },
  });
  await open('integration', 'Integration', live.id);
  await page.getByText('Any web page may send events with your public key.').waitFor();
  assert.equal(await send(LOGIN, live.public_key, 'https://copy.example'), 201);
  const origins = { allowed_origins: ['https://shop.example'] };
  const base = `/v1/environments/${live.id}`;
  const token = await tokenOf(page);
  await dashboard.service.request('PATCH', base, origins, token);
  assert.equal(await send(LOGIN, live.public_key, 'https://copy.example'), 403);
  assert.equal(await send({ event: 'login', ip_address: 'nowhere' }, live.secret_key), 422);
  assert.equal(await send({ ...LOGIN, event: 'email_changed' }, live.secret_key), 201);
  const occurred_at = new Date(Date.now() + 120_000).toISOString();
  assert.equal(await send({ ...LOGIN, occurred_at }, live.secret_key), 201);

  // Rejections are saved every few seconds.
  await waitUntil(async () => {
    const { data } = await dashboard.service.request<{ data: Integration }>(
      'GET',
      `${base}/integration`,
      undefined,
      token,
    );
    return data.refused_origins.length > 0 && data.issues.length > 0;
  });
  await page.reload();
  await page.getByRole('table', { name: 'Refused origins' }).getByText('https://copy.example').waitFor();
  const list = page.getByRole('region', { name: /things to look at$/ });
  assert.equal(await page.getByText('Any web page may send events').count(), 0);
  await list.getByText('1 event from 1 origin that is not allowed.').waitFor();
  await list.getByText('1 event with an invalid body.').waitFor();
  await list.getByText(/1 event from the future, by up to 1\d\d seconds/).waitFor();
  await page.getByRole('table', { name: 'Invalid bodies by place' }).getByText('/account', { exact: true }).waitFor();
  // The issue is never wrapped: a place of the same height has no line break in its name.
  const row = page.getByRole('table', { name: 'Invalid bodies by place' }).getByRole('row', { name: /ip_address/ });
  const [place, issue] = await Promise.all(
    ['Place', 'Issue'].map((name) => row.locator(`[data-name="${name}"] > span`).boundingBox()),
  );
  assert.ok(place && issue && place.height < 1.5 * issue.height, JSON.stringify({ place, issue }));
  const types = page.getByRole('table', { name: 'Event types outside the catalog' });
  await types.getByRole('row', { name: /email_changed Email changed 1/ }).waitFor();
  await assertAccessible(page, 'integration with findings');
  await page.setViewportSize({ width: 390, height: 900 });
  await assertStructure(page, 'integration with findings at 390 px');
  await types.getByRole('link', { name: 'email_changed' }).click();
  await page.getByRole('table', { name: 'Events' }).getByText('Email changed').waitFor();
  assertNoErrors(page);
  await close();
});

test('the overview lists the steps that are left until all are done', async () => {
  const { test: environment } = dashboard.service.environments;
  const signals = { sdk_version: '0.1.0', timezone: 'Europe/London' };
  assert.equal(await send({ ...LOGIN, signals }, environment.public_key), 201);
  const { page, open, close } = await visit(dashboard.browser, dashboard.service);
  const card = (done: number) => page.getByRole('region', { name: `Finish the setup: ${done} of 5 steps done` });
  await open('overview', 'Overview');
  await card(1).getByText('Load the SDK: done').waitFor();
  await assertAccessible(page, 'the steps of the setup');

  const token = await tokenOf(page);
  const request = <T>(method: string, path: string, body?: object, as = token) =>
    dashboard.service.request<T>(method, path, body, as);
  const base = `/v1/environments/${environment.id}`;
  await request('PATCH', base, { allowed_origins: ['https://shop.example'] });
  await using hook = await startReceiver((socket) => socket.end(httpResponse(200)));
  const url = `http://127.0.0.1:${hook.port}/`;
  const endpoint = await request<{ data: { id: string } }>('POST', `${base}/webhooks`, { url, description: 'Shop' });
  await request('POST', `/v1/webhooks/${endpoint.data.id}/test`);
  await open('integration', 'Integration');
  await page.getByText('Verify a webhook: done').waitFor();

  await open('settings', 'Settings');
  const form = page.getByRole('region', { name: 'Password' });
  await form.getByLabel('Current password', { exact: true }).fill(dashboard.service.owner.password);
  await form.getByLabel('New password', { exact: true }).fill('a long sentence about nothing');
  await form.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed.').waitFor();
  await page.reload();
  await open('overview', 'Overview');
  await card(4).waitFor();

  const changed = await tokenOf(page);
  const body = { password: 'a long sentence about nothing' };
  const started = await request<{ data: { secret: string } }>('POST', '/v1/auth/totp', body, changed);
  const code = new TOTP({ secret: Secret.fromBase32(started.data.secret) }).generate();
  await request('POST', '/v1/auth/totp/confirm', { code }, changed);
  await page.reload();
  await page.getByRole('region', { name: 'Top signals' }).waitFor();
  await card(4).waitFor({ state: 'detached' });
  assert.equal(await page.getByText('Finish the setup').count(), 0);
  assertNoErrors(page);
  await close();
});
