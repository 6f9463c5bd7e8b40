// Attacks that no single event reveals, and similar honest people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, HOME, idOf, NEIGHBOR, near, OWNER, type SentEvent, Simulation } from './simulation.ts';

/** A new machine, address and account for each number. */
function stranger(n: number): Pick<SentEvent, 'account' | 'signals' | 'address' | 'credential'> {
  const signals = desktop((n + 1).toString(16).padStart(32, '0'), { canvas_hash: `c${n}`, fonts: [`f${n}`] });
  return { account: `stranger-${n}`, signals, address: `45.${n}.7.9`, credential: 'public' };
}

await onAnyEngine(({ store }) => {
  for (const credential of ['public', 'secret'] as const) {
    test(`slow stuffing is challenged from the second attempt on (${credential} history)`, async () => {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({ credential });
      const results = [];
      for (let n = 0; n < 6; n += 1) {
        const attempt = { ...stranger(n), type: 'login_failed', credential, after: 15 * MINUTE };
        results.push(await simulation.send(attempt));
      }
      assert.deepEqual(
        results.map(({ decision }) => decision),
        ['allow', ...Array(5).fill('challenge')],
      );
    });

    test(`card testing with a new account for each card is challenged (${credential} history)`, async () => {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({ credential });
      for (let n = 0; n < 8; n += 1) {
        await simulation.send({ ...stranger(n), type: 'signup' });
        await simulation.send({ ...stranger(n), type: 'payment_failed', after: 2 * MINUTE });
      }
      const tested = await simulation.send({ ...stranger(20), type: 'payment_attempt' });
      assert.equal(tested.decision, 'challenge', tested.codes.join(' '));
      const signup = await simulation.send({ ...stranger(21), type: 'signup' });
      assert.equal(signup.decision, 'challenge', signup.codes.join(' '));
      const owner = await simulation.send({ type: 'payment_attempt', credential });
      assert.deepEqual([owner.decision, owner.codes], ['allow', ['KNOWN_DEVICE']]);
    });

    test(`emulators that sign up one an hour at one address are challenged (${credential} history)`, async () => {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({ credential });
      const decisions = [];
      for (let n = 0; n < 5; n += 1) {
        const signup = { ...stranger(n), type: 'signup', address: '45.83.77.9', after: HOUR };
        decisions.push((await simulation.send(signup)).decision);
      }
      assert.deepEqual(decisions, ['allow', 'allow', 'allow', 'challenge', 'challenge']);
    });
  }

  test('page views do not make the sources of an attack wave old', async () => {
    for (const credential of ['public', 'secret'] as const) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({}, 5);
      simulation.reportDaily();
      const hit = stranger(30);
      await simulation.send({ ...hit, type: 'page_view', credential });
      simulation.wait(HOUR);
      for (let n = 0; n < 15; n += 1) {
        await simulation.send({ ...stranger(n), type: 'login_failed', credential: 'secret', after: 10 * SECOND });
      }
      const login = await simulation.send({ ...hit, type: 'login', credential: 'secret' });
      assert.equal(describe(login), 'challenge 50 UNPROVEN_DEVICE ATTACK_WAVE');
    }
  });

  test('claims about an own device do not hide the failed payments that the server reports of it', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory({}, 5);
    for (let n = 0; n < 4; n += 1) {
      for (let claim = 0; claim < 210; claim += 1) {
        const account = claim % 2 === 0 ? OWNER : `claimed ${claim}`;
        await simulation.send({ type: 'payment_failed', account, credential: 'public', after: 20 });
      }
      await simulation.send({ type: 'payment_failed', after: SECOND });
    }
    const payment = await simulation.send({ type: 'payment_attempt' });
    assert.equal(payment.decision, 'monitor', `${payment.score} ${payment.codes.join(' ')}`);
  });

  test('cards tested slowly, or by an account that logged in a day before, are challenged after the tenth of a day', async () => {
    for (const [ages, every] of [
      [false, 20 * MINUTE],
      [true, 20 * MINUTE],
      [true, MINUTE],
    ] as const) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({}, 5);
      const tester = { ...stranger(1), account: 'tester', credential: 'secret' as const };
      for (let day = 0; ages && day < 2; day += 1)
        await simulation.send({ type: 'login', ...tester, after: DAY + HOUR });
      let stopped = 0;
      for (let card = 0; card < 20; card += 1) {
        const payment = await simulation.send({ type: 'payment_attempt', ...tester, after: every - SECOND });
        if (payment.decision === 'challenge' || payment.decision === 'block') stopped += 1;
        await simulation.send({ type: 'payment_failed', ...tester, after: SECOND });
      }
      assert.ok(stopped >= 10, `${stopped} of the last ten were stopped`);
      const owner = await simulation.send({ type: 'payment_attempt' });
      assert.deepEqual([owner.decision, owner.codes], ['allow', ['KNOWN_DEVICE']]);
    }
  });

  test('nor do prompts, resets and changes of its own account hide the cards that it tests', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory({}, 5);
    const tester = { ...stranger(1), account: 'tester', credential: 'secret' as const };
    for (let day = 0; day < 2; day += 1) await simulation.send({ type: 'login', ...tester, after: DAY + HOUR });
    let stopped = 0;
    for (let card = 0; card < 27; card += 1) {
      const payment = await simulation.send({ type: 'payment_attempt', ...tester });
      if (payment.decision === 'challenge' || payment.decision === 'block') stopped += 1;
      await simulation.send({ type: 'payment_failed', ...tester, after: SECOND });
      await simulation.floodOwnWindow(20 * MINUTE, tester);
    }
    assert.ok(stopped >= 17, `${stopped} of the last 17 were stopped`);
  });

  test('a thief with the telephone number waits a day after the reset: the payout change is challenged', async () => {
    const thief = { signals: stranger(1).signals, address: '45.83.1.20' } as const;
    const payout = async (resets: boolean) => {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory();
      if (resets) await simulation.send({ ...thief, type: 'password_reset_completed' });
      await simulation.send({ ...thief, type: 'login' });
      await simulation.send({ ...thief, type: 'mfa_passed', credential: 'secret' });
      simulation.wait(25 * HOUR);
      await simulation.send({ ...thief, type: 'login' });
      return simulation.send({ ...thief, type: 'payout_change' });
    };
    assert.equal((await payout(true)).decision, 'challenge');
    assert.notEqual((await payout(false)).decision, 'challenge', 'a new phone whose owner passed the second factor');
  });

  test('a new machine in the network of an account that slept for three months proves nothing at once', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory({ credential: 'public' });
    const { signals } = stranger(1);
    simulation.wait(91 * DAY);
    const first = await simulation.send({ type: 'login', signals, credential: 'public' });
    assert.deepEqual([first.decision, first.codes], ['monitor', ['NEW_DEVICE', 'DORMANT_ACCOUNT']]);
    const second = await simulation.send({ type: 'login', signals, credential: 'public' });
    assert.ok(second.codes.includes('UNPROVEN_DEVICE'), second.codes.join(' '));
  });

  test('someone at home who mistypes the name of an account is not taken for an attacker', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    await simulation.send({ type: 'login' });
    await simulation.send({ ...stranger(1), type: 'login_failed', credential: 'secret' });
    const typo = { type: 'login_failed', account: 'misspelled', credential: 'secret' } as const;
    assert.equal((await simulation.send({ ...typo, address: HOME })).decision, 'allow');
    const newPhone = { ...typo, account: 'misspelled too', signals: stranger(2).signals };
    const atHome = await simulation.send({ ...newPhone, address: HOME });
    assert.equal(atHome.decision, 'allow', atHome.codes.join(' '));
    assert.equal((await simulation.send({ ...newPhone, address: NEIGHBOR })).decision, 'challenge');
  });

  test('page views with a stolen session token do not hide that the session moved, from many addresses and with many ids', async () => {
    const session_token = 'the-session-of-the-owner';
    for (const [what, view] of [
      ['addresses', (n: number) => ({ signals: phone(FRESH_ID, { session_token }), address: near(n) })],
      ['renderings', (n: number) => ({ signals: phone(FRESH_ID, { session_token, canvas_hash: `c${n}` }) })],
      ['ids', (n: number) => ({ signals: phone(idOf(n), { session_token }) })],
      ['machines', (n: number) => ({ signals: phone(idOf(n), { session_token, hardware_concurrency: 2 + n }) })],
    ] as const) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({}, 5);
      await simulation.send({ type: 'login', signals: desktop(OWN_ID, { session_token }) });
      for (let n = 0; n < 210; n += 1) {
        await simulation.send({ type: 'page_view', address: NEIGHBOR, ...view(n), after: SECOND });
      }
      // The payment resembles several of the machines but comes from none of them.
      const cores = what === 'machines' ? { hardware_concurrency: 3 } : {};
      const thief = { signals: phone(FRESH_ID, { session_token, ...cores }), address: NEIGHBOR };
      const payment = await simulation.send({ type: 'payment_attempt', ...thief });
      assert.equal(payment.decision, 'block', `${what}: ${payment.score} ${payment.codes.join(' ')}`);
    }
  });

  test("what a page makes of a missing session token is not everybody's session", async () => {
    for (const session_token of ['undefined', '[object Object]', '00000000-0000-0000-0000-000000000000']) {
      const simulation = await Simulation.open(store);
      for (let n = 0; n < 3; n += 1) {
        const signals = phone(idOf(n), { session_token, webgl_hash: `w${n}` });
        const customer = { account: `customer ${n}`, signals, address: `85.${n}.0.7` };
        const login = await simulation.send({ type: 'login', ...customer });
        assert.deepEqual([login.score, login.codes], [20, ['NEW_DEVICE']], session_token);
      }
    }
  });

  test('a session is its machine for twelve hours after it was last used, but for the hour that is not kept', async () => {
    const session_token = 'the-session-of-the-owner';
    const simulation = await Simulation.ofOwner(store);
    simulation.reportDaily();
    const owner = { signals: desktop(OWN_ID, { session_token }) };
    for (const type of ['login', 'page_view']) await simulation.send({ type, ...owner, after: 6 * HOUR - MINUTE });
    const thief = { signals: phone(FRESH_ID, { session_token }), address: NEIGHBOR };
    const payment = await simulation.send({ type: 'payment_attempt', ...thief, after: 11 * HOUR });
    assert.equal(payment.decision, 'block', describe(payment));
    assert.ok(payment.codes.includes('SESSION_DEVICE_CHANGED'));
  });

  test('a farm does not hide the signups that the server reports behind claims of others', async () => {
    const simulation = await Simulation.open(store);
    simulation.reportDaily();
    await simulation.ownerHistory({}, 8);
    const farm = (n: number) => ({ account: `farmed ${n}`, signals: desktop(idOf(n)), address: ABROAD });
    for (let n = 0; n < 200; n += 1) {
      await simulation.send({ type: 'signup', ...farm(n + 100), credential: 'public', after: SECOND });
    }
    const decisions: string[] = [];
    for (let n = 0; n < 5; n += 1) decisions.push((await simulation.send({ type: 'signup', ...farm(n) })).decision);
    assert.deepEqual(decisions, ['allow', 'allow', 'challenge', 'challenge', 'challenge']);
  });

  test('four aged accounts buy one signup with their phone in a /16, however often they log in', async () => {
    const first: number[] = [];
    for (const [accounts, logins] of [
      [13, 8],
      [74, 2],
    ] as const) {
      const simulation = await Simulation.ofOwner(store, {}, 8);
      const of = (n: number) => ({
        account: `aged ${n}`,
        signals: phone(idOf(n)),
        address: `46.${n}.7.9`,
        after: SECOND,
      });
      const logIn = async () => {
        for (let n = 0; n < accounts; n += 1) await simulation.send({ ...of(n), type: 'login' });
      };
      await logIn();
      simulation.wait(2 * DAY);
      for (let n = 0; n < logins; n += 1) {
        await logIn();
        simulation.wait(31 * MINUTE);
      }
      const codes: string[][] = [];
      for (let n = 0; n < 30; n += 1) {
        const farm = { account: `farm ${n}`, signals: phone(idOf(n + 1000)), address: `47.9.${n}.9` };
        codes.push((await simulation.send({ ...farm, type: 'signup' })).codes);
      }
      first.push(codes.findIndex((found) => found.includes('SIGNUP_VELOCITY')) + 1);
    }
    assert.deepEqual(first, [4, 19]);
  });

  test('an owner who resets a forgotten password on a new computer is asked for a second factor, and not blocked', async () => {
    const decisions = [];
    for (const credential of ['secret', 'public'] as const) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({}, 5);
      const { signals, address } = stranger(1);
      const event = { signals, address, credential: 'secret' as const, after: 10 * SECOND };
      for (let n = 0; n < 12; n += 1) await simulation.send({ ...event, type: 'login_failed' });
      await simulation.send({ ...event, type: 'password_reset_completed', credential });
      const { decision, codes } = await simulation.send({ ...event, type: 'login' });
      decisions.push([decision, codes.includes('BRUTE_FORCE_SUSPECTED')]);
    }
    assert.deepEqual(
      decisions,
      [
        ['challenge', false],
        ['block', true],
      ],
      'a browser may claim any reset',
    );
  });
});
