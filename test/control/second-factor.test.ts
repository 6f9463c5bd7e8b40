// The second factor through the front door on both engines: set up, asked for, used once, lost, turned off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { asker } from './asking.ts';

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const door = await startTestServer({ store, clock: () => now });
  const ask = asker(door);
  const password = 'a long sentence about nothing';
  const email = `totp.${door.environments.test.organizationId}@shop.example`;
  const post = (url: string, body: unknown) =>
    door.ask({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) });
  const logIn = (code?: string) => post('/v1/auth/login', { email, password, ...(code === undefined ? {} : { code }) });
  const { id, invitation_token } = (await ask('POST', '/v1/members', { email, role: 'analyst' })).json().data;
  const { token } = (await post('/v1/invitations/accept', { token: invitation_token, password })).json().data;

  test('it is on after a first code, asked for at log-in, and each code passes once', async () => {
    const { secret, otpauth_url } = (await ask('POST', '/v1/auth/totp', undefined, token)).json().data;
    assert.match(otpauth_url, /^otpauth:\/\/totp\/Assay/);
    const app = new TOTP({ secret });
    const code = () => app.generate({ timestamp: now });
    assert.equal((await logIn()).statusCode, 200, 'not before it is confirmed');
    const wrong = await ask('POST', '/v1/auth/totp/confirm', { code: '000000' }, token);
    assert.deepEqual([wrong.statusCode, wrong.json().errors[0].pointer], [422, '/code']);
    const confirmed = await ask('POST', '/v1/auth/totp/confirm', { code: code() }, token);
    assert.equal(confirmed.statusCode, 200, confirmed.body);
    const codes = confirmed.json().data.recovery_codes;
    assert.equal(new Set(codes).size, 10);
    assert.equal((await ask('POST', '/v1/auth/totp', undefined, token)).statusCode, 409);

    const asked = await logIn();
    assert.deepEqual([asked.statusCode, asked.json().code], [401, 'second_factor_required']);
    assert.equal((await logIn(code())).json().code, 'second_factor_wrong', 'the code that confirmed is used up');
    now += MINUTE;
    const both = await Promise.all([logIn(code()), logIn(code())]);
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 401]);
    now += MINUTE;
    assert.equal((await logIn(codes[0])).statusCode, 200);
    assert.equal((await logIn(codes[0])).statusCode, 401, 'a recovery code passes once');
    assert.equal((await ask('GET', '/v1/auth/session', undefined, token)).json().data.user.totp_enabled, true);
    const kept = await store.secondFactors.find(id);
    assert.ok(kept !== null && !kept.sealedSecret.includes(secret));
    assert.ok(!door.log.some((line) => line.includes(secret) || line.includes(codes[1])));
  });

  test('it is turned off with the password', async () => {
    now += MINUTE;
    assert.equal((await ask('DELETE', '/v1/auth/totp', { password: 'not it' }, token)).statusCode, 422);
    assert.equal((await ask('DELETE', '/v1/auth/totp', { password }, token)).statusCode, 204);
    assert.equal((await ask('DELETE', '/v1/auth/totp', { password }, token)).statusCode, 404);
    assert.equal((await logIn()).statusCode, 200);
    const actions = (await ask('GET', `/v1/audit?target_id=${id}`)).json().data;
    assert.deepEqual(
      actions.slice(0, 2).map(({ action }: { action: string }) => action),
      ['member.second_factor_disabled', 'member.second_factor_enabled'],
    );
  });
});
