// Tests what an attacker gains by copied signals, a stolen id and many addresses: passwords to guess, a new id, the owner's place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from '../../src/devices/digest.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { guessed } from './other-machines.ts';
import {
  ABROAD,
  describe,
  HOME,
  idOf,
  lines,
  NEIGHBOR,
  near,
  OWNER,
  type SentEvent,
  Simulation,
} from './simulation.ts';

const LOOK = desktop(FRESH_ID);
const PROXY = '10.0.0.1';

await onAnyEngine(({ store }) => {
  test('guesses from changing addresses of the network do not make room for guesses from one', async () => {
    for (const [what, history, signals] of [
      ['copied signals', {}, LOOK],
      ['no signals', { signals: null }, null],
    ] as const) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory(history);
      await simulation.guess(20, (n) => ({ signals, address: near(n % 4) }));
      const allowed = await simulation.guess(60, () => ({ signals, address: HOME }));
      assert.ok(allowed <= 2, `${what}: ${allowed} of 60 guesses were allowed`);
      const login = await simulation.send({ type: 'login', signals, address: HOME });
      assert.equal(login.decision, 'challenge', `${what}: ${login.score} ${login.codes.join(' ')}`);
    }
  });

  test('copied signals are counted as one source in the whole network, and so is each line of a /48', async () => {
    for (const [home, addressOf] of [
      [HOME, near],
      ['2001:db9:1:1::7', lines],
    ] as const) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({ address: home });
      const allowed = await simulation.guess(100, (n) => ({ signals: LOOK, address: addressOf(n) }));
      assert.ok(allowed < 25, `${allowed} of 100 guesses around ${home} were allowed`);
    }
  });

  test('a stolen id guesses forty passwords a day from changing addresses, and the traveling owner is let in', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    const away = (n: number) => `45.83.${n % 100}.7`;
    await simulation.guess(20, (n) => ({ address: away(n) }));
    const travel = await simulation.send({ type: 'login', address: '93.184.1.9' });
    assert.equal(travel.decision, 'allow', `${travel.score} ${travel.codes.join(' ')}`);
    const allowed = await simulation.guess(100, (n) => ({ address: away(n + 20) }));
    assert.ok(allowed < 30, `${allowed} of 100 more guesses were allowed`);
    const one = await simulation.guess(40, () => ({ address: ABROAD }));
    assert.equal(one, 0, 'from one address afterwards');
    const home = await simulation.send({ type: 'login' });
    assert.deepEqual([home.score, home.codes], [0, ['KNOWN_DEVICE']], 'the owner at home');
  });

  test('copied signals from elsewhere prove nothing: no network, no id, no payment', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    for (let n = 0; n < 4; n += 1) {
      const login = await simulation.send({ type: 'login', signals: LOOK, address: ABROAD, after: n * HOUR });
      assert.notEqual(login.decision, 'allow', `login ${n}: ${login.score} ${login.codes.join(' ')}`);
    }
    const [own, fresh] = [await simulation.deviceOfId(digest(OWN_ID)), await simulation.deviceOfId(digest(FRESH_ID))];
    assert.ok(own);
    assert.notEqual(fresh?.id, own.id, "the thief's id is the owner's device");
    assert.deepEqual(own.networks, ['81.2.69.0/24']);
    const payment = await simulation.send({ type: 'payment_attempt', signals: LOOK, address: '177.10.3.4' });
    assert.equal(payment.decision, 'challenge', `${payment.score} ${payment.codes.join(' ')}`);
    await simulation.send({ type: 'mfa_passed', signals: LOOK, address: ABROAD });
    const passed = await simulation.send({ type: 'login', signals: LOOK, address: ABROAD });
    assert.equal(passed.decision, 'allow', 'after a second factor');
  });

  test("what anyone can guess of the owner's computer is no look of it, in the owner's network either", async () => {
    const untold = { webgl_vendor: null, webgl_renderer: null, webgl_hash: null, canvas_hash: null, fonts: null };
    const unheard = { audio_hash: null, math_hash: null };
    for (const signals of [
      desktop(null, { ...untold, ...unheard }),
      desktop(FRESH_ID, { ...untold, fonts_hash: 'x' }),
    ]) {
      const simulation = await Simulation.ofOwner(store);
      simulation.reportDaily();
      const before = await simulation.deviceOfId(digest(OWN_ID));
      for (const type of ['login', 'mfa_passed']) await simulation.send({ type });
      const change = await simulation.send({ type: 'payout_change', signals });
      assert.equal(change.decision, 'challenge', `within the hour: ${describe(change)}`);
      for (const type of ['login', 'login']) await simulation.send({ type, signals, address: NEIGHBOR });
      const payment = await simulation.send({ type: 'payment_attempt', signals, address: NEIGHBOR });
      assert.ok(payment.codes.includes('PAYMENT_ON_NEW_DEVICE'), describe(payment));
      assert.deepEqual(await simulation.deviceOfId(digest(OWN_ID)), before, "the owner's device");
    }
  });

  test('nor is it where the page sent nothing else in the first days of the account', async () => {
    for (const id of [null, FRESH_ID]) {
      const simulation = await Simulation.ofOwner(store, { signals: guessed(OWN_ID) });
      simulation.reportDaily();
      for (let day = 0; day < 3; day += 1) await simulation.send({ type: 'login', after: DAY });
      const thief = { signals: guessed(id), address: NEIGHBOR };
      // With an id, it leads to a device that the thief's own account has proven.
      if (id !== null) await simulation.send({ type: 'login', account: "the thief's", ...thief });
      for (const [type, decision] of [
        ['payment_attempt', 'monitor'],
        ['payout_change', 'challenge'],
      ] as const) {
        const event = await simulation.send({ type, ...thief });
        assert.equal(event.decision, decision, `${type}, ${id}: ${describe(event)}`);
      }
    }
  });

  test('nor where the page never sends anything else, except of a computer that never shows an id', async () => {
    const events = async (simulation: Simulation, event: Partial<SentEvent>) => {
      const told: string[] = [];
      for (const type of ['login', 'payment_attempt', 'payout_change']) {
        const { decision, score } = await simulation.send({ type, ...event });
        told.push(`${decision} ${score}`);
      }
      return told;
    };
    const simulation = await Simulation.ofOwner(store, { signals: guessed(OWN_ID) });
    simulation.reportDaily();
    const [window, thief] = [guessed(null), guessed(FRESH_ID)].map((signals) => ({ signals, address: NEIGHBOR }));
    assert.deepEqual(await events(simulation, { ...window }), ['allow 20', 'monitor 45', 'challenge 80']);
    assert.deepEqual(await events(simulation, { ...thief }), ['allow 20', 'allow 25', 'challenge 60']);
    const abroad = await simulation.send({ type: 'payment_attempt', ...thief, address: ABROAD });
    assert.ok(abroad.codes.includes('PAYMENT_ON_NEW_DEVICE'), describe(abroad));
    assert.deepEqual(await events(simulation, { signals: guessed(OWN_ID) }), ['allow 0', 'allow 0', 'allow 0']);
    const withoutIds = await Simulation.ofOwner(store, { signals: guessed(null) });
    assert.deepEqual(await events(withoutIds, { signals: guessed(null) }), ['allow 0', 'allow 0', 'monitor 45']);
    assert.deepEqual(await events(withoutIds, { ...thief }), ['allow 20', 'allow 25', 'challenge 60']);
  });

  test('a rule for strange devices challenges copied signals from elsewhere, too', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    const names = ['NEW_DEVICE', 'UNPROVEN_DEVICE', 'FINGERPRINT_ONLY', 'UNKNOWN_SOURCE'];
    const strange = { field: 'signal.present', operator: 'in', value: names } as const;
    await simulation.addRule({ conditions: { all: [strange] }, action: { decision: 'challenge' } });
    for (let n = 0; n < 3; n += 1) {
      const login = await simulation.send({ type: 'login', signals: LOOK, address: ABROAD, after: n * HOUR });
      assert.equal(login.decision, 'challenge', `${n}: ${login.score} ${login.codes.join(' ')}`);
    }
  });

  test('where only browsers report, claims with copied signals do not block the owner', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory({ credential: 'public' });
    for (const change of [{ timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo', hardware_concurrency: 8 }]) {
      const signals = desktop(FRESH_ID, change);
      await simulation.send({ type: 'login', signals, credential: 'public' });
    }
    for (const type of ['login', 'password_change', 'payment_attempt']) {
      const owner = await simulation.send({ type, credential: 'public' });
      assert.notEqual(owner.decision, 'block', `${type}: ${owner.score} ${owner.codes.join(' ')}`);
    }
  });

  test('where only browsers report, forged failures with copied signals block no private window', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory({ credential: 'public' });
    await simulation.guess(20, () => ({ signals: LOOK, address: ABROAD, credential: 'public' }));
    const hidden = { signals: desktop('b7'.repeat(8) + 'c1'.repeat(8)), address: '93.184.1.9' };
    const owner = await simulation.send({ type: 'login', ...hidden, credential: 'public' });
    assert.notEqual(owner.decision, 'block', `${owner.score} ${owner.codes.join(' ')}`);
  });

  test('prompts from changing machines wear nobody down: the second factor after them proves nothing', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    for (let n = 0; n < 12; n += 1) {
      const signals = phone(`${n}a`.padStart(32, '4f'), { timezone: `Etc/GMT+${n}` });
      await simulation.send({ type: 'mfa_challenge', signals, address: `45.${100 + n}.1.20`, after: 20 * SECOND });
    }
    const thief = { signals: phone(FRESH_ID), address: ABROAD };
    await simulation.send({ type: 'mfa_passed', ...thief });
    simulation.wait(DAY + HOUR);
    const change = await simulation.send({ type: 'payout_change', ...thief });
    assert.notEqual(change.decision, 'allow', `${change.score} ${change.codes.join(' ')}`);
    await simulation.send({ type: 'mfa_passed', ...thief });
    assert.equal((await simulation.send({ type: 'login', ...thief })).decision, 'allow', 'without prompts before it');
  });

  test('nor do prompts after a burst that ended a quarter of an hour ago, of one machine or of many', async () => {
    for (const [prompts, thiefOf] of [
      [8, () => ({ signals: phone(FRESH_ID), address: ABROAD })],
      [60, (n: number) => ({ signals: phone(idOf(n), { canvas_hash: `c${n}` }), address: `45.${n % 250}.1.20` })],
    ] as const) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory();
      const prompt = (n: number) => simulation.send({ type: 'mfa_challenge', ...thiefOf(n), after: 2 * SECOND });
      for (let n = 0; n < prompts; n += 1) await prompt(n);
      simulation.wait(16 * MINUTE);
      for (let n = 100; n < 110; n += 1) await prompt(n);
      await simulation.send({ type: 'mfa_passed', ...thiefOf(110) });
      simulation.wait(DAY + HOUR);
      const change = await simulation.send({ type: 'payout_change', ...thiefOf(110) });
      assert.notEqual(change.decision, 'allow', `${prompts}: ${change.score} ${change.codes.join(' ')}`);
    }
  });

  test("forged prompts do not keep the second factor from proving the owner's new phone", async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory({ credential: 'public' });
    const newPhone = { signals: phone(FRESH_ID), address: '93.184.1.9' };
    for (let n = 0; n < 8; n += 1) {
      const forged = { signals: desktop(idOf(n), { timezone: `Etc/GMT+${n}` }), address: `45.${n}.1.20` };
      await simulation.send({ type: 'mfa_challenge', ...forged, credential: 'public', after: 10 * SECOND });
    }
    await simulation.send({ type: 'login', ...newPhone, credential: 'public' });
    await simulation.send({ type: 'mfa_passed', ...newPhone });
    const owner = await simulation.send({ type: 'login', ...newPhone, credential: 'public' });
    assert.equal(owner.decision, 'allow', `${owner.score} ${owner.codes.join(' ')}`);
  });

  test('guesses with copied signals block no private window that a password manager fills', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    await simulation.guess(25, (n) => ({ signals: LOOK, address: near(n) }));
    const signals = desktop(null, { behavior: { ms_to_submit: 100, key_events: 0, pointer_events: 0 } });
    const owner = await simulation.send({ type: 'login', signals });
    assert.equal(owner.decision, 'challenge', `${owner.score} ${owner.codes.join(' ')}`);
  });

  test("guesses and stuffing with the owner's model of phone, which anybody may have, block neither the owner nor others", async () => {
    const away = (n: number) => `45.${n}.1.1`;
    for (const [what, accountOf] of [
      ['guesses', () => OWNER],
      ['stuffing', (n: number) => `account ${n}`],
    ] as const) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({}, 5);
      await simulation.guess(20, (n) => ({ account: accountOf(n), signals: phone(idOf(n)), address: away(n) }));
      for (const [account, address] of [
        [OWNER, HOME],
        [OWNER, '93.184.1.9'],
        ['account 3', '93.184.1.9'],
        ['newcomer', '93.184.1.9'],
      ] as const) {
        const login = await simulation.send({ type: 'login', account, signals: phone(idOf(99)), address });
        assert.notEqual(
          login.decision,
          'block',
          `${what}, ${account} ${address}: ${login.score} ${login.codes.join(' ')}`,
        );
      }
      const last = { account: accountOf(19), signals: phone(idOf(19)), address: away(19) };
      const guesser = await simulation.send({ type: 'login_failed', ...last });
      assert.equal(guesser.decision, 'block', `${what}: ${guesser.score} ${guesser.codes.join(' ')}`);
    }
  });

  test('nor do they behind one proxy that hides all addresses', async () => {
    for (const accountOf of [() => OWNER, (n: number) => `account ${n}`]) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({ address: PROXY }, 5);
      await simulation.guess(20, (n) => ({ account: accountOf(n), signals: phone(idOf(n)), address: PROXY }));
      for (const account of [OWNER, 'account 3', 'newcomer']) {
        const login = await simulation.send({ type: 'login', account, signals: phone(idOf(99)), address: PROXY });
        assert.notEqual(login.decision, 'block', `${account}: ${login.score} ${login.codes.join(' ')}`);
      }
    }
  });

  test("guesses with copied signals from anywhere do not block the owner's private window on the way", async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory({}, 5);
    await simulation.guess(20, (n) => ({ signals: desktop(idOf(n)), address: `45.${n}.1.1` }));
    const owner = await simulation.send({ type: 'login', signals: desktop(null), address: '93.184.1.9' });
    assert.equal(owner.decision, 'challenge', `${owner.score} ${owner.codes.join(' ')}`);
  });
});
