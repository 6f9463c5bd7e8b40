// Tests card testing with a new account or a new device for each card, and honest people at the same address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { desktop, phone } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { describe, idOf, type SentEvent, Simulation } from './simulation.ts';

const CARRIER = '85.7.9.9';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

/** A guest account for each number, at one address. */
const guest = (n: number, changes: Partial<SentEvent> = {}): Omit<SentEvent, 'type'> => ({
  account: `guest ${n}`,
  signals: desktop(idOf(100 + n)),
  address: CARRIER,
  ...changes,
});

const anotherMachine = (n: number) => {
  const look = { canvas_hash: `c${n}`, webgl_hash: `w${n}`, audio_hash: `a${n}`, fonts: [`f${n}`] };
  return desktop(idOf(100 + n), { ...look, webgl_renderer: `GPU ${n}`, hardware_concurrency: 2 + n });
};

/** The ways in which the accounts of one tester have nothing in common but the address. */
const TESTERS: Readonly<Record<string, { login: boolean; looks: (n: number) => Partial<SentEvent> }>> = {
  'that logs in to a new account each': { login: true, looks: () => ({}) },
  'with another look each': {
    login: false,
    looks: (n) => ({ signals: desktop(idOf(100 + n), { canvas_hash: `c${n}`, fonts: [`f${n}`] }) }),
  },
  'without signals': { login: false, looks: () => ({ signals: null, userAgent: CHROME }) },
  'that logs in without signals': { login: true, looks: () => ({ signals: null, userAgent: CHROME }) },
};

await onBothEngines(({ store }) => {
  /** Tries a card every nine minutes, each with another account, and returns the decisions about the payments. */
  const testCards = async (simulation: Simulation, count: number, { login, looks }: (typeof TESTERS)[string]) => {
    const decisions = [];
    for (let n = 0; n < count; n += 1) {
      const event = guest(n, looks(n));
      if (login) await simulation.send({ type: 'login', ...event });
      const paid = await simulation.send({ type: 'payment_attempt', ...event, after: login ? MINUTE : 2 * MINUTE });
      decisions.push(paid.decision);
      await simulation.send({ type: 'payment_failed', ...event, after: 7 * MINUTE });
    }
    return decisions;
  };

  for (const [name, tester] of Object.entries(TESTERS)) {
    test(`a tester ${name} is challenged from the eleventh card of a day at one address on`, async () => {
      const decisions = await testCards(await Simulation.ofOwner(store), 14, tester);
      const isStopped = decisions.map((decision) => decision === 'challenge');
      assert.deepEqual(isStopped, [...Array(10).fill(false), ...Array(4).fill(true)], decisions.join(' '));
    });
  }

  test('an account that shows another device for each card is challenged from the fifth card of an hour on, and its owner only there', async () => {
    const simulation = await Simulation.ofOwner(store);
    const decisions = [];
    for (let n = 0; n < 8; n += 1) {
      const signals = anotherMachine(n);
      const login = await simulation.send({ type: 'login', signals });
      assert.equal(login.decision, 'allow', describe(login));
      const paid = await simulation.send({ type: 'payment_attempt', signals });
      decisions.push(paid.decision);
      await simulation.send({ type: 'payment_failed', signals });
    }
    assert.deepEqual(decisions, [...Array(4).fill('allow'), ...Array(4).fill('challenge')]);
    const known = await simulation.send({ type: 'payment_attempt' });
    assert.equal(describe(known), 'allow 0 KNOWN_DEVICE');
  });

  test('an account that has known eight devices for a day is challenged from the eleventh card of a day on, whichever it shows', async () => {
    const simulation = await Simulation.ofOwner(store);
    const account = 'tester';
    for (let n = 0; n < 8; n += 1) await simulation.send({ type: 'login', account, signals: anotherMachine(n) });
    simulation.wait(DAY);
    const decisions = [];
    for (let n = 0; n < 16; n += 1) {
      const event = { account, signals: anotherMachine(n % 8) };
      decisions.push((await simulation.send({ type: 'payment_attempt', ...event })).decision);
      await simulation.send({ type: 'payment_failed', ...event, after: 9 * MINUTE });
    }
    assert.deepEqual(decisions, [...Array(10).fill('allow'), ...Array(6).fill('challenge')]);
    simulation.wait(DAY);
    const tomorrow = await simulation.send({ type: 'payment_attempt', account, signals: anotherMachine(0) });
    assert.equal(tomorrow.decision, 'allow', describe(tomorrow));
  });

  test('where browsers report the logins, claims of failed payments do not hide those that the server reports', async () => {
    const simulation = await Simulation.open(store);
    const own = { account: 'tester', signals: anotherMachine(1) };
    await simulation.send({ type: 'login', ...own, credential: 'public' });
    simulation.wait(DAY);
    for (let n = 0; n < 20; n += 1) {
      await simulation.send({ type: 'payment_failed', ...own, credential: 'public', after: SECOND });
    }
    const decisions = [];
    for (let n = 0; n < 16; n += 1) {
      decisions.push((await simulation.send({ type: 'payment_attempt', ...own })).decision);
      await simulation.send({ type: 'payment_failed', ...own });
    }
    assert.deepEqual(decisions, [...Array(10).fill('monitor'), ...Array(6).fill('challenge')]);
  });

  test('claims of aged accounts do not hide the cards that the server reports at an address', async () => {
    const simulation = await Simulation.open(store);
    const aged = (n: number): Omit<SentEvent, 'type'> => ({
      ...guest(n % 8, { signals: anotherMachine(n % 8), credential: 'public' }),
      account: `aged ${n % 8}`,
      after: SECOND / 10,
    });
    for (let n = 0; n < 8; n += 1) await simulation.send({ type: 'login', ...aged(n) });
    simulation.wait(DAY);
    const decisions = [];
    for (let n = 0; n < 12; n += 1) {
      for (let claim = 0; claim < 64; claim += 1) await simulation.send({ type: 'payment_failed', ...aged(claim) });
      const event = guest(n, { signals: anotherMachine(100 + n) });
      await simulation.send({ type: 'login', ...event, credential: 'public' });
      decisions.push((await simulation.send({ type: 'payment_attempt', ...event })).decision);
      await simulation.send({ type: 'payment_failed', ...event, after: 7 * MINUTE });
    }
    assert.deepEqual(decisions, [...Array(10).fill('allow'), 'challenge', 'challenge']);
  });

  test('a tester who logs in to a new account each and pays in a private window is challenged, too', async () => {
    const simulation = await Simulation.ofOwner(store);
    const decisions = [];
    for (let n = 0; n < 12; n += 1) {
      await simulation.send({ type: 'login', ...guest(n) });
      const window = guest(n, { signals: desktop(null) });
      decisions.push((await simulation.send({ type: 'payment_attempt', ...window })).decision);
      await simulation.send({ type: 'payment_failed', ...window, after: 7 * MINUTE });
    }
    assert.deepEqual(decisions, [...Array(10).fill('allow'), 'challenge', 'challenge']);
  });

  test('cards that a thief tries on a new device do not challenge the owner on a known one', async () => {
    const simulation = await Simulation.ofOwner(store);
    const thief = { signals: anotherMachine(1) };
    await simulation.send({ type: 'login', ...thief });
    for (let n = 0; n < 12; n += 1) await simulation.send({ type: 'payment_failed', ...thief, after: 20 * MINUTE });
    const payment = await simulation.send({ type: 'payment_attempt' });
    assert.equal(describe(payment), 'allow 0 KNOWN_DEVICE');
  });

  test('after a tester, newcomers at the address are challenged for a day, and customers are not', async () => {
    const simulation = await Simulation.ofOwner(store, { address: CARRIER });
    await testCards(simulation, 12, TESTERS['without signals'] as (typeof TESTERS)[string]);
    const newcomer = guest(90, { signals: phone(idOf(90)) });
    const signup = await simulation.send({ type: 'signup', ...newcomer });
    assert.equal(describe(signup), 'challenge 70 NEW_DEVICE CARD_TESTING_SUSPECTED');
    const owner = await simulation.send({ type: 'payment_attempt', address: CARRIER });
    assert.equal(describe(owner), 'allow 0 KNOWN_DEVICE');
    const elsewhere = await simulation.send({ type: 'payment_attempt', ...newcomer, address: '91.12.4.4' });
    assert.equal(elsewhere.decision, 'monitor', describe(elsewhere));
    simulation.wait(DAY);
    const tomorrow = await simulation.send({ type: 'payment_attempt', ...guest(91, { signals: phone(idOf(91)) }) });
    assert.equal(describe(tomorrow), 'monitor 45 NEW_DEVICE PAYMENT_ON_NEW_DEVICE');
  });

  for (const [name, look] of Object.entries({
    'with signals': (n: number): Partial<SentEvent> => ({ signals: anotherMachine(n) }),
    'without signals': (): Partial<SentEvent> => ({ signals: null, userAgent: CHROME }),
  })) {
    test(`customers ${name} who stay signed in and pay are at home, too`, async () => {
      const simulation = await Simulation.open(store);
      const customer = (n: number) => ({ ...guest(n, look(n)), account: `customer ${n}`, after: MINUTE });
      for (let day = 0; day < 2; day += 1) {
        for (let n = 0; n < 14; n += 1) await simulation.send({ type: 'login', ...customer(n) });
        simulation.wait(2 * DAY);
      }
      for (let n = 0; n < 14; n += 1) await simulation.send({ type: 'payment_attempt', ...customer(n) });
      const declined =
        name === 'without signals' ? customer : (n: number) => guest(n, { signals: phone(idOf(50 + n)) });
      for (let n = 0; n < 11; n += 1) {
        await simulation.send({ type: 'payment_failed', ...declined(n), after: 20 * MINUTE });
      }
      const signup = await simulation.send({ type: 'signup', ...guest(90, { signals: phone(idOf(90)) }) });
      assert.equal(describe(signup), 'allow 20 NEW_DEVICE');
    });
  }

  test('where more customers are at home than cards are declined, newcomers may pay', async () => {
    const simulation = await Simulation.open(store);
    for (let day = 0; day < 2; day += 1) {
      for (let n = 0; n < 14; n += 1) {
        const machine = phone(idOf(200 + n), { canvas_hash: `customer ${n}` });
        await simulation.send({ type: 'login', account: `customer ${n}`, signals: machine, address: CARRIER });
      }
      simulation.wait(day === 0 ? DAY : MINUTE);
    }
    const { looks } = TESTERS['with another look each'] as (typeof TESTERS)[string];
    const decisions = await testCards(simulation, 13, { login: false, looks });
    assert.deepEqual(new Set(decisions), new Set(['monitor']));
  });
});
