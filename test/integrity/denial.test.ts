// Tests that a stranger without the password can neither take the owner's stored id away nor keep a new device from being established.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from '../../src/devices/digest.ts';
import { DAY, HOUR, SECOND } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, idOf, NEIGHBOR, OWNER, type SentEvent, Simulation } from './simulation.ts';

await onAnyEngine(({ store }) => {
  const owned = () => Simulation.ofOwner(store);

  test("a stolen id on an account of the thief's own does not take the id away from its owner", async () => {
    for (const type of ['signup', 'login', 'mfa_passed']) {
      const simulation = await owned();
      await simulation.send({ type: 'login' });
      for (let n = 0; n < 5; n += 1) {
        await simulation.send({ type, account: `thief ${n}`, signals: phone(OWN_ID), address: ABROAD });
      }
      const change = await simulation.send({ type: 'payout_change' });
      assert.deepEqual([change.score, change.codes], [0, ['KNOWN_DEVICE']], `${type}: ${describe(change)}`);
      const payment = await simulation.send({ type: 'payment_attempt', address: '93.184.1.9' });
      assert.equal(payment.decision, 'allow', `${type}: ${describe(payment)}`);
    }
  });

  test("nor does one that has logged in next door with the owner's id and copied signals before", async () => {
    const simulation = await owned();
    const thief = { account: 'thief', address: NEIGHBOR };
    await simulation.send({ type: 'signup', ...thief, signals: desktop(OWN_ID) });
    for (const type of ['login', 'mfa_passed']) await simulation.send({ type, ...thief, signals: phone(OWN_ID) });
    const change = await simulation.send({ type: 'payout_change' });
    assert.deepEqual([change.score, change.codes], [0, ['KNOWN_DEVICE']], describe(change));
  });

  test('nor does one with the password that the thief is challenged for', async () => {
    const simulation = await owned();
    await simulation.send({ type: 'login' });
    for (const credential of ['secret', 'public'] as const) {
      const thief = await simulation.send({ type: 'login', signals: phone(OWN_ID), address: ABROAD, credential });
      assert.equal(thief.decision, 'challenge', describe(thief));
    }
    const change = await simulation.send({ type: 'payout_change' });
    assert.deepEqual([change.score, change.codes], [0, ['KNOWN_DEVICE']], describe(change));
  });

  test("a reset that a stranger only requests does not keep the owner's new phone from settling", async () => {
    const simulation = await owned();
    await simulation.send({ type: 'password_reset_requested', signals: phone(idOf(2)), address: ABROAD });
    simulation.wait(HOUR);
    const owner = { signals: phone(idOf(1)) };
    for (const type of ['login', 'mfa_passed']) await simulation.send({ type, ...owner });
    simulation.wait(DAY + HOUR);
    const change = await simulation.send({ type: 'payout_change', ...owner });
    assert.equal(change.decision, 'allow', describe(change));
  });

  test('events that name an account before its customer comes do not take the first day from the customer', async () => {
    for (const [type, credential] of [
      ['page_view', 'public'],
      ['login', 'public'],
      ['login_failed', 'public'],
      ['login_failed', 'secret'],
    ] as const) {
      const simulation = await owned();
      simulation.reportDaily();
      const account = 'customer of tomorrow';
      await simulation.send({ type, account, signals: phone(idOf(2)), address: ABROAD, credential });
      simulation.wait(DAY + HOUR);
      const customer = { account, signals: phone(idOf(3)), address: '93.184.7.7' };
      for (const own of ['signup', 'email_change', 'payout_change', 'payment_attempt']) {
        const event = await simulation.send({ type: own, ...customer });
        assert.equal(event.decision, 'allow', `${type}, ${credential}, ${own}: ${describe(event)}`);
      }
    }
  });

  test("strangers who look like the owner's device do not take it from an owner without a stored id", async () => {
    const losesIds = (day: number) => phone(idOf(20 + day));
    for (const [shown, owner] of [
      [phone(idOf(1)), () => phone(null)],
      [phone(idOf(1)), losesIds],
      [desktop(idOf(1)), () => desktop(null)],
    ] as const) {
      for (const [shownType, credential, address] of [
        ['page_view', 'public', NEIGHBOR],
        ['page_view', 'public', ABROAD],
        ['login_failed', 'secret', ABROAD],
      ] as const) {
        const simulation = await Simulation.open(store);
        simulation.reportDaily();
        const devices = new Set<string>();
        for (const [day, type] of ['login', 'login', 'login', 'payment_attempt', 'payout_change'].entries()) {
          await simulation.send({ type: shownType, credential, signals: shown, address });
          const own = await simulation.send({ type, signals: owner(day) });
          devices.add(own.device);
          const isStrange = own.codes.includes('UNPROVEN_DEVICE') || own.codes.includes('NEW_DEVICE');
          assert.equal(isStrange, day === 0, `${shownType} from ${address}, ${type}: ${describe(own)}`);
          assert.notEqual(own.decision, 'challenge', `${shownType} from ${address}, ${type}: ${describe(own)}`);
          simulation.wait(DAY);
        }
        assert.equal(devices.size, 1, `${shownType} from ${address}`);
      }
    }
  });

  test("an account of the thief's own changes nothing about the device whose id it shows next door", async () => {
    const changes = {
      timezone: 'Asia/Tokyo',
      screen: { width: 1024, height: 768, avail_width: 1024, avail_height: 768, color_depth: 24, pixel_ratio: 1 },
      hardware_concurrency: 4,
      fonts: ['Arial'],
      canvas_hash: 'c2',
    };
    for (const days of [1, 25]) {
      const simulation = await owned();
      simulation.reportDaily();
      const before = await simulation.deviceOfId(digest(OWN_ID));
      const thief = { account: 'thief', address: NEIGHBOR };
      for (const type of ['login', 'mfa_passed', 'login']) {
        await simulation.send({ type, ...thief, signals: desktop(OWN_ID) });
      }
      simulation.wait(days * DAY);
      let shown: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(changes)) {
        shown = { ...shown, [name]: value };
        for (const type of ['login', 'mfa_passed']) {
          await simulation.send({ type, ...thief, signals: desktop(OWN_ID, shown), address: ABROAD });
        }
      }
      await simulation.send({ type: 'login', ...thief, signals: desktop(idOf(9)) });
      assert.deepEqual(await simulation.deviceOfId(digest(OWN_ID)), before);
      const change = await simulation.send({ type: 'payout_change' });
      assert.deepEqual([change.score, change.codes], [0, ['KNOWN_DEVICE']], describe(change));
    }
  });

  test('an account that has used a device for a month changes it, as where it was handed down', async () => {
    const simulation = await owned();
    simulation.reportDaily();
    const child = { account: 'child', signals: desktop(OWN_ID) };
    for (let week = 0; week < 6; week += 1) await simulation.send({ type: 'login', ...child, after: 7 * DAY });
    await simulation.send({ type: 'login', ...child, signals: desktop(OWN_ID, { timezone: 'Europe/London' }) });
    const device = await simulation.deviceOfId(digest(OWN_ID));
    assert.equal(device?.profile.timezone, 'Europe/London');
  });

  test('the stolen id of a device, shown next door, blocks no other account that logs in there for the first time', async () => {
    const userAgentOnly = { persistent_id: OWN_ID, user_agent: desktop(null).user_agent };
    for (const [credential, signals, expected] of [
      ['public', desktop(OWN_ID), 'allow 20 NEW_DEVICE'],
      ['public', userAgentOnly, 'allow 20 NEW_DEVICE'],
      ['secret', desktop(OWN_ID), 'challenge 89 NEW_DEVICE CREDENTIAL_STUFFING_SUSPECTED'],
    ] as const) {
      const simulation = await owned();
      simulation.reportDaily();
      await simulation.send({ type: 'login' });
      for (let n = 0; n < 12; n += 1) {
        const made = { account: `made up ${n}`, address: `81.2.69.${10 + n}`, after: 10 * SECOND };
        await simulation.send({ type: 'login_failed', ...made, signals, credential });
      }
      const login = await simulation.send({ type: 'login', account: 'spouse' });
      assert.equal(describe(login), expected, credential);
    }
    const simulation = await Simulation.ofOwner(store, { credential: 'public' });
    for (let n = 0; n < 12; n += 1) {
      const claim = { account: `made up ${n}`, address: `81.2.69.${10 + n}`, after: 10 * SECOND };
      await simulation.send({ type: 'login_failed', ...claim, credential: 'public' });
    }
    const login = await simulation.send({ type: 'login', account: 'spouse', credential: 'public' });
    assert.equal(login.decision, 'challenge', `where only browsers report: ${describe(login)}`);
  });

  test("nobody else's event takes the stolen id of the owner's second browser for another machine", async () => {
    const other = { screen: null, canvas_hash: 'x', timezone: 'Asia/Tokyo' };
    const attacks = [
      ...['made up', OWNER, null].map((account) => ({ type: 'page_view', credential: 'public' as const, account })),
      { type: 'login', credential: 'public' as const, account: 'made up' },
      { type: 'login_failed', account: 'made up' },
      { type: 'login', account: "the thief's" },
    ];
    for (const attack of attacks) {
      const simulation = await owned();
      simulation.reportDaily();
      const second = { signals: desktop(FRESH_ID) };
      await simulation.send({ type: 'login', ...second });
      // The id of the first browser returns: the second one is separated when it returns, too.
      await simulation.send({ type: 'login', after: DAY });
      await simulation.send({ ...attack, signals: desktop(FRESH_ID, other), address: ABROAD });
      await simulation.send({ type: 'page_view', credential: 'public', ...second });
      await simulation.send({ type: 'login', ...second });
      simulation.wait(DAY);
      const login = await simulation.send({ type: 'login', ...second });
      assert.equal(describe(login), 'allow 0 KNOWN_DEVICE', attack.type);
      const trip = await simulation.send({ type: 'payment_attempt', ...second, address: '93.184.1.9' });
      assert.equal(trip.score, 0, `${attack.type}: ${describe(trip)}`);
    }
  });

  test('events with the public key do not take a stolen id for another machine before its browser has logged in', async () => {
    const machines = [phone(FRESH_ID), desktop(FRESH_ID), desktop(FRESH_ID, { screen: null, canvas_hash: 'x' })];
    const visits = async (claims: readonly SentEvent[]) => {
      const simulation = await owned();
      simulation.reportDaily();
      const browser = { signals: desktop(FRESH_ID) };
      await simulation.send({ type: 'page_view', credential: 'public', ...browser });
      for (const claim of claims) await simulation.send({ ...claim, credential: 'public', address: ABROAD, after: 0 });
      const change = await simulation.send({ type: 'payout_change', ...browser });
      for (const type of ['login', 'mfa_passed']) await simulation.send({ type, ...browser });
      simulation.wait(DAY);
      const trip = await simulation.send({ type: 'payment_attempt', ...browser, address: '93.184.1.9' });
      return [describe(change), describe(trip)];
    };
    const expected = await visits([]);
    assert.deepEqual(expected, ['monitor 45 SENSITIVE_CHANGE_UNCONFIRMED', 'allow 0 KNOWN_DEVICE NEW_NETWORK']);
    for (const signals of machines) {
      for (const [type, account] of [
        ['page_view', 'made up'],
        ['page_view', OWNER],
        ['page_view', null],
        ['login', 'made up'],
      ] as const) {
        assert.deepEqual(await visits([{ type, account, signals }]), expected, `${type} ${account}`);
      }
    }
  });

  test('failed payments with the public key challenge no newcomers where the server reports failed payments', async () => {
    for (const isReported of [true, false]) {
      const simulation = await owned();
      simulation.reportDaily();
      if (isReported) await simulation.send({ type: 'payment_failed', account: 'honest', signals: phone(idOf(8)) });
      simulation.wait(2 * DAY);
      for (let n = 0; n < 30; n += 1) {
        const made = { account: `made up ${n}`, signals: phone(idOf(20 + n)), address: `45.83.${n}.7` };
        await simulation.send({ type: 'payment_failed', ...made, credential: 'public' });
      }
      const newcomer = { account: 'newcomer', signals: desktop(idOf(9)), address: '93.184.7.7' };
      for (const type of ['signup', 'payment_attempt']) {
        const event = await simulation.send({ type, ...newcomer });
        assert.equal(event.decision, isReported ? 'allow' : 'challenge', `${type}: ${describe(event)}`);
      }
    }
  });

  test("a tester's failed payments elsewhere block nobody who signs up next to other newcomers", async () => {
    const simulation = await owned();
    simulation.reportDaily();
    const visitor = (n: number, address: string) => {
      const signals = desktop(idOf(n), { canvas_hash: `c${n}`, fonts: [`f${n}`] });
      return { account: `visitor ${n}`, signals, address };
    };
    for (let n = 0; n < 3; n += 1) await simulation.send({ type: 'signup', ...visitor(n, '93.184.7.7') });
    for (let n = 0; n < 12; n += 1) {
      await simulation.send({ type: 'payment_failed', ...visitor(50 + n, `45.83.${n}.7`) });
    }
    const signup = await simulation.send({ type: 'signup', ...visitor(3, '93.184.7.7') });
    assert.equal(describe(signup), 'challenge 89 NEW_DEVICE SIGNUP_VELOCITY CARD_TESTING_SUSPECTED');
    const tester = await simulation.send({ type: 'payment_failed', ...visitor(3, '93.184.7.7') });
    assert.equal(tester.decision, 'block', describe(tester));
  });

  test('signups with the public key challenge no newcomers where the server reports signups', async () => {
    for (const isReported of [true, false]) {
      const simulation = await owned();
      simulation.reportDaily();
      simulation.wait(2 * DAY);
      const [common, home] = [phone(idOf(9)), '93.184.7.7'];
      for (let n = 0; n < 12; n += 1) {
        const made = {
          account: `made up ${n}`,
          signals: phone(idOf(20 + n)),
          address: n % 2 === 0 ? home : `45.83.${n}.7`,
        };
        await simulation.send({ type: 'signup', ...made, credential: 'public' });
      }
      const newcomer = { account: 'newcomer', signals: common, address: home };
      const signup = await simulation.send({
        type: 'signup',
        ...newcomer,
        credential: isReported ? 'secret' : 'public',
      });
      assert.equal(signup.decision, isReported ? 'allow' : 'challenge', describe(signup));
      if (!isReported) continue;
      for (const type of ['login', 'payment_attempt']) {
        const event = await simulation.send({ type, ...newcomer });
        assert.equal(event.decision, 'allow', describe(event));
      }
    }
  });
});
