// The second factor through the API, on both engines: enabled, required, used once, disabled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => now });
  const request = memberClient(server);
  const password = 'a long sentence about nothing';
  const email = `totp.${server.environments.test.organizationId}@shop.example`;
  const post = (url: string, body: unknown) =>
    server.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const logIn = (code?: string) => post('/v1/auth/login', { email, password, ...(code === undefined ? {} : { code }) });
  const { id, invitation_token } = (await request('POST', '/v1/members', { email, role: 'analyst' })).json().data;
  const { token } = (await post('/v1/invitations/accept', { token: invitation_token, password })).json().data;

  test('enables it with a first code, requires it at login and accepts each code once', async () => {
    const { secret, otpauth_url } = (await request('POST', '/v1/auth/totp', undefined, token)).json().data;
    assert.match(otpauth_url, /^otpauth:\/\/totp\/Assay/);
    const app = new TOTP({ secret });
    const code = () => app.generate({ timestamp: now });
    assert.equal((await logIn()).statusCode, 200, 'not required before it is confirmed');
    const wrong = await request('POST', '/v1/auth/totp/confirm', { code: '000000' }, token);
    assert.deepEqual([wrong.statusCode, wrong.json().errors[0].pointer], [422, '/code']);
    const confirmed = await request('POST', '/v1/auth/totp/confirm', { code: code() }, token);
    assert.equal(confirmed.statusCode, 200, confirmed.body);
    const codes = confirmed.json().data.recovery_codes;
    assert.equal(new Set(codes).size, 10);
    assert.equal((await request('POST', '/v1/auth/totp', undefined, token)).statusCode, 409);

    const required = await logIn();
    assert.deepEqual([required.statusCode, required.json().code], [401, 'second_factor_required']);
    assert.equal((await logIn(code())).json().code, 'second_factor_wrong', 'the confirmation code is already used');
    now += MINUTE;
    const both = await Promise.all([logIn(code()), logIn(code())]);
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 401]);
    now += MINUTE;
    assert.equal((await logIn(codes[0])).statusCode, 200);
    assert.equal((await logIn(codes[0])).statusCode, 401, 'a recovery code is valid once');
    assert.equal((await request('GET', '/v1/auth/session', undefined, token)).json().data.user.totp_enabled, true);
    const stored = await store.secondFactors.find(id);
    assert.ok(stored !== null && !stored.encryptedSecret.includes(secret));
    assert.ok(!server.log.some((line) => line.includes(secret) || line.includes(codes[1])));
  });

  test('disables it with the password', async () => {
    now += MINUTE;
    assert.equal((await request('DELETE', '/v1/auth/totp', { password: 'not it' }, token)).statusCode, 422);
    assert.equal((await request('DELETE', '/v1/auth/totp', { password }, token)).statusCode, 204);
    assert.equal((await request('DELETE', '/v1/auth/totp', { password }, token)).statusCode, 404);
    assert.equal((await logIn()).statusCode, 200);
    const actions = (await request('GET', `/v1/audit?target_id=${id}`)).json().data;
    assert.deepEqual(
      actions.slice(0, 2).map(({ action }: { action: string }) => action),
      ['member.second_factor_disabled', 'member.second_factor_enabled'],
    );
  });
});
