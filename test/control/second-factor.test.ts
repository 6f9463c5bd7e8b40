// The second factor through the API, on both engines: enabled, required, used once, disabled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { onAnyEngine } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

await onAnyEngine(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => now });
  const signer = auditSigner(server.context.webhooks.keys);
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

  let recoveryCodes: string[] = [];

  test('enables it with a first code, requires it at login and accepts each code once', async () => {
    const { secret, otpauth_url } = (await request('POST', '/v1/auth/totp', { password }, token)).json().data;
    assert.match(otpauth_url, /^otpauth:\/\/totp\/Assay/);
    const app = new TOTP({ secret });
    const code = () => app.generate({ timestamp: now });
    assert.equal((await logIn()).statusCode, 200, 'not required before it is confirmed');
    const wrong = await request('POST', '/v1/auth/totp/confirm', { code: '000000' }, token);
    assert.deepEqual([wrong.statusCode, wrong.json().errors[0].pointer], [422, '/code']);
    for (const ago of [-MINUTE, MINUTE]) {
      const far = app.generate({ timestamp: now - ago });
      const { statusCode } = await request('POST', '/v1/auth/totp/confirm', { code: far }, token);
      assert.equal(statusCode, 422, 'only the code before and the one after are accepted, too');
    }
    // Attempts to confirm are limited.
    now += MINUTE;
    const confirmed = await request('POST', '/v1/auth/totp/confirm', { code: code() }, token);
    assert.equal(confirmed.statusCode, 200, confirmed.body);
    const codes = confirmed.json().data.recovery_codes;
    recoveryCodes = codes;
    assert.equal(new Set(codes).size, 10);
    assert.equal((await request('POST', '/v1/auth/totp', { password }, token)).statusCode, 409);

    const required = await logIn();
    assert.deepEqual([required.statusCode, required.json().code], [401, 'second_factor_required']);
    assert.equal((await logIn(code())).json().code, 'second_factor_wrong', 'the confirmation code is already used');
    now += MINUTE;
    const both = await Promise.all([logIn(code()), logIn(code())]);
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 401]);
    now += MINUTE;
    assert.equal((await logIn(codes[0].toUpperCase())).statusCode, 200, 'typed from paper');
    assert.equal((await logIn(codes[0])).statusCode, 401, 'a recovery code is valid once');
    assert.equal((await request('GET', '/v1/auth/session', undefined, token)).json().data.user.totp_enabled, true);
    const stored = await store.secondFactors.find(id);
    assert.ok(stored !== null && !stored.encryptedSecret.includes(secret));
    assert.ok(!server.log.some((line) => line.includes(secret) || line.includes(codes[1])));
  });

  test('digits of another script are a wrong code, which the audit log records', async () => {
    now += MINUTE;
    for (const code of ['\u0661\u0662\u0663\u0664\u0665\u0666', '\uff11\uff12\uff13\uff14\uff15\uff16', '12345é']) {
      const response = await logIn(code);
      assert.deepEqual([response.statusCode, response.json().code], [401, 'second_factor_wrong'], code);
      const disabled = await request('DELETE', '/v1/auth/totp', { password, code }, token);
      assert.deepEqual([disabled.statusCode, disabled.json().errors?.[0].code], [422, 'wrong_code'], code);
      now += MINUTE;
    }
    const { data } = (await request('GET', `/v1/audit?target_id=${id}&action=session.rejected&limit=100`)).json();
    assert.ok(
      data.filter(({ after }: { after: { reason: string } }) => after.reason === 'second_factor_wrong').length >= 3,
    );
  });

  test('wrong codes behind the right password are limited, from however many addresses', async () => {
    const guess = (n: number, code: string) =>
      server.request({
        method: 'POST',
        url: '/v1/auth/login',
        remoteAddress: `203.0.113.${n}`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email, password, code }),
      });
    const statuses: number[] = [];
    for (let n = 1; n <= 12; n += 1) statuses.push((await guess(n, '000000')).statusCode);
    // The attempts above from the member's own address are counted separately.
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429]);
    now += MINUTE;
    assert.equal((await guess(13, recoveryCodes[4] ?? '')).statusCode, 429, 'a right code waits too');
    assert.equal((await logIn(recoveryCodes[4])).statusCode, 200, 'the member logs in from a known address');
  });

  test('S7: enabling it requires the password; disabling it the password and a code', async () => {
    now += MINUTE;
    const disable = (body: unknown) => request('DELETE', '/v1/auth/totp', body, token);
    const pointersOf = (response: Awaited<ReturnType<typeof disable>>) =>
      response.json().errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(pointersOf(await disable({ password: 'not it', code: recoveryCodes[1] })), ['/password']);
    assert.deepEqual(pointersOf(await disable({ password, code: '000000' })), ['/code']);
    assert.equal((await disable({ password })).statusCode, 422);
    assert.equal((await disable({ password, code: recoveryCodes[2] })).statusCode, 204);
    now += MINUTE;
    assert.equal((await disable({ password, code: recoveryCodes[3] })).statusCode, 404);
    assert.equal((await logIn()).statusCode, 200);
    assert.equal((await request('POST', '/v1/auth/totp', {}, token)).statusCode, 422);
    const wrong = await request('POST', '/v1/auth/totp', { password: 'not it' }, token);
    assert.deepEqual([wrong.statusCode, pointersOf(wrong)], [422, ['/password']]);
  });

  test('S7: logins, rejected logins and used recovery codes are in the audit log', async () => {
    now += MINUTE;
    assert.equal((await post('/v1/auth/login', { email, password: 'not it at all' })).statusCode, 401);
    const list = async () => (await request('GET', `/v1/audit?target_id=${id}&limit=100`)).json().data;
    // A rejection is recorded after its response, which must not take longer than the response to an unknown email.
    const deadline = Date.now() + 60_000;
    while ((await list())[0].action !== 'session.rejected' && Date.now() < deadline) await new Promise(setImmediate);
    const entries = await list();
    assert.deepEqual(entries[0].after, { email, reason: 'wrong_credentials' });
    assert.match(entries[0].ip_masked, /xxx$/);
    const actions = entries.map(({ action }: { action: string }) => action);
    for (const action of [
      'session.started',
      'member.recovery_code_used',
      'member.second_factor_disabled',
      'member.second_factor_enabled',
    ]) {
      assert.ok(actions.includes(action), `${action} in ${actions}`);
    }
    // The password without its code is a step of a normal login.
    const reasons = entries.map(({ after }: { after: { reason?: string } | null }) => after?.reason);
    assert.ok(!reasons.includes('second_factor_required'), String(reasons));
    assert.equal((await store.audit.verify(server.environments.test.organizationId, signer)).broken, null);
  });

  test('wrong passwords and codes inside a session are in the audit log', async () => {
    now += HOUR;
    const session = (await logIn()).json().data.token;
    const rejected = async () => {
      const { data } = (await request('GET', `/v1/audit?target_id=${id}&action=member.verification_rejected`)).json();
      return data.map(({ actor, after }: { actor: { id: string }; after: unknown }) => [actor.id, after]);
    };
    const before = await rejected();
    const change = { current_password: 'not it', new_password: 'another long sentence' };
    assert.equal((await request('POST', '/v1/auth/password', change, session)).statusCode, 422);
    assert.equal((await request('POST', '/v1/auth/totp', { password: 'not it' }, session)).statusCode, 422);
    const { secret } = (await request('POST', '/v1/auth/totp', { password }, session)).json().data;
    const code = new TOTP({ secret }).generate({ timestamp: now });
    const codes = (await request('POST', '/v1/auth/totp/confirm', { code }, session)).json().data.recovery_codes;
    const disable = (body: unknown) => request('DELETE', '/v1/auth/totp', body, session);
    assert.equal((await disable({ password: 'not it', code: codes[0] })).statusCode, 422);
    now += MINUTE;
    assert.equal((await disable({ password, code: '000000' })).statusCode, 422);
    const entry = (reason: string) => [id, { email, reason }];
    const [password1, code1] = [entry('wrong_password'), entry('wrong_code')];
    assert.deepEqual(await rejected(), [code1, password1, password1, password1, ...before]);
    now += MINUTE;
    assert.equal((await disable({ password, code: codes[0] })).statusCode, 204);
  });

  test('codes in a session that disable it are limited: ten, then one an hour', async () => {
    // By then the attempts above are available again.
    now += 24 * HOUR;
    const session = (await logIn()).json().data.token;
    let { secret } = (await request('POST', '/v1/auth/totp', { password }, session)).json().data;
    const code = () => new TOTP({ secret }).generate({ timestamp: now });
    now += HOUR;
    const late = await request('POST', '/v1/auth/totp/confirm', { code: code() }, session);
    assert.deepEqual([late.statusCode, late.json().code], [409, 'second_factor_not_begun'], 'given up an hour ago');
    secret = (await request('POST', '/v1/auth/totp', { password }, session)).json().data.secret;
    assert.equal((await request('POST', '/v1/auth/totp/confirm', { code: code() }, session)).statusCode, 200);
    const guess = (one: string) => request('DELETE', '/v1/auth/totp', { password, code: one }, session);
    const disable = async (one: string) => (await guess(one)).statusCode;
    const statuses: number[] = [];
    for (let n = 1; n <= 12; n += 1) {
      now += MINUTE;
      statuses.push(await disable('000000'));
    }
    assert.deepEqual(statuses, [...Array(10).fill(422), 429, 429]);
    assert.equal(await disable(code()), 429, 'a right code waits too');
    assert.equal((await guess(code())).json().detail, 'Too many attempts to disable the second factor.');
    now += HOUR;
    assert.equal(await disable(code()), 204);
  });

  test('guesses of the password and of a first code share a limit: five, then one every twelve seconds', async () => {
    now += HOUR;
    const session = (await logIn()).json().data.token;
    const begin = (tried: string) => request('POST', '/v1/auth/totp', { password: tried }, session);
    const confirm = () => request('POST', '/v1/auth/totp/confirm', { code: '000000' }, session);
    assert.equal((await begin(password)).statusCode, 200);
    const statuses = [];
    for (let n = 0; n < 2; n += 1) statuses.push((await begin('not it')).statusCode, (await confirm()).statusCode);
    assert.deepEqual(statuses, Array(4).fill(422));
    for (const late of [await begin(password), await confirm()]) {
      assert.deepEqual([late.statusCode, late.headers['retry-after']], [429, '12']);
    }
    now += MINUTE / 5;
    assert.equal((await begin(password)).statusCode, 200);
  });
});
