// Tests accounts that share a stored id: the second account on somebody's phone, and those of an app that ships one id to every machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { guessed, replacement } from './other-machines.ts';
import { ABROAD, describe, HOME, idOf, type SentEvent, Simulation } from './simulation.ts';

const SPOUSE = { account: 'spouse' };
/** A phone of the same model with other settings: nothing rules out that it is the owner's, but too much differs. */
const similarPhone = phone(OWN_ID, { timezone: 'Asia/Tokyo', languages: ['ja'], fonts: ['Arial'], webgl_hash: 'z' });

await onAnyEngine(({ store }) => {
  /** The owner's phone, which never leaves home, and the owner's spouse, who has a computer in another home. */
  const household = async () => {
    const simulation = await Simulation.ofOwner(store, { signals: phone(OWN_ID) });
    simulation.reportDaily();
    const computer = { ...SPOUSE, signals: desktop(idOf(1)), address: '93.184.7.7' };
    for (let day = 0; day < 5; day += 1) await simulation.send({ type: 'login', ...computer, after: DAY });
    return simulation;
  };

  /** The spouse's events with the phone on one of a carrier's networks, a day later. */
  const onPhone = async (simulation: Simulation, network: number, types: readonly string[]) => {
    simulation.wait(DAY);
    const told: string[] = [];
    for (const type of types) {
      const visit = { ...SPOUSE, signals: phone(OWN_ID), address: `84.${network}.0.7` };
      told.push(describe(await simulation.send({ type, ...visit })));
    }
    return told;
  };

  const KNOWN = ['allow 0 KNOWN_DEVICE NEW_NETWORK', 'allow 0 KNOWN_DEVICE'];

  test("a stolen id that names another account of the phone first keeps the account's customer no stranger there", async () => {
    const named = { ...SPOUSE, address: ABROAD };
    const events: readonly SentEvent[] = [
      { type: 'page_view', credential: 'public', ...named },
      { type: 'login', credential: 'public', ...named },
      { type: 'login_failed', ...named },
    ];
    for (const event of events) {
      for (const signals of [replacement(OWN_ID), similarPhone]) {
        const simulation = await household();
        await simulation.send({ ...event, signals });
        await onPhone(simulation, 1, ['login', 'mfa_passed']);
        await simulation.send({ ...event, signals });
        for (const network of [2, 3]) {
          const visit = await onPhone(simulation, network, ['login', 'payment_attempt']);
          assert.deepEqual(visit, KNOWN, `${event.credential} ${event.type}, network ${network}`);
        }
      }
    }
  });

  test('nor does it keep a customer whose own computer looks like the shared one from being recognized there', async () => {
    const onShared = { ...SPOUSE, signals: desktop(OWN_ID) };
    for (const signals of [guessed(OWN_ID), { persistent_id: OWN_ID, user_agent: desktop(null).user_agent }]) {
      const simulation = await Simulation.ofOwner(store);
      await simulation.send({ type: 'login', ...SPOUSE, signals: desktop(idOf(1)), address: '93.184.7.7' });
      await simulation.send({ type: 'page_view', credential: 'public', ...SPOUSE, signals, address: ABROAD });
      await simulation.send({ type: 'mfa_passed', ...onShared });
      const payment = await simulation.send({ type: 'payment_attempt', ...onShared, after: DAY });
      assert.equal(describe(payment), 'allow 0 KNOWN_DEVICE');
    }
  });

  test('the erasure of one account of a phone makes no stranger of the other', async () => {
    const simulation = await household();
    await onPhone(simulation, 1, ['login', 'mfa_passed']);
    await simulation.erase('owner');
    for (const network of [2, 3]) {
      assert.deepEqual(await onPhone(simulation, network, ['login', 'payment_attempt']), KNOWN, `network ${network}`);
    }
  });

  /** Logins of many accounts with one id, each on three days from a network of its own. */
  const share = async (simulation: Simulation, accounts: number, event: Partial<SentEvent>) => {
    for (let day = 0; day < 3; day += 1) {
      for (let n = 0; n < accounts; n += 1) {
        await simulation.send({ type: 'login', account: `customer ${n}`, address: `85.${n}.0.7`, ...event });
      }
      simulation.wait(DAY);
    }
  };

  test('an id that an app ships to every phone makes no thief with such a phone its owner', async () => {
    for (const isFirstErased of [false, true]) {
      const simulation = await Simulation.open(store);
      await share(simulation, 18, { signals: phone(OWN_ID) });
      if (isFirstErased) await simulation.erase('customer 0');
      const customer = { account: 'customer 7', signals: phone(OWN_ID) };
      for (const type of ['login', 'payment_attempt']) {
        const thief = await simulation.send({ type, ...customer, address: ABROAD });
        assert.equal(thief.decision, 'challenge', `${type}: ${describe(thief)}`);
        const home = await simulation.send({ type, ...customer, address: '85.7.0.7' });
        assert.equal(home.score, 0, `${type}: ${describe(home)}`);
      }
    }
  });

  test('the visits of a family with one phone are not those of many accounts', async () => {
    const simulation = await household();
    for (let round = 0; round < 5; round += 1) await share(simulation, 5, { signals: phone(OWN_ID) });
    for (const type of ['login', 'payment_attempt']) {
      const away = { account: 'customer 3', signals: phone(OWN_ID), address: '84.1.0.7' };
      const member = await simulation.send({ type, ...away });
      assert.ok(member.score === 0 && member.codes.includes('KNOWN_DEVICE'), `${type}: ${describe(member)}`);
    }
  });

  test('nor do many accounts of a thief with the stolen id take it from the owner', async () => {
    for (const signals of [phone(OWN_ID), similarPhone, replacement(OWN_ID)]) {
      const simulation = await household();
      await share(simulation, 20, { signals });
      const change = await simulation.send({ type: 'payout_change', signals: phone(OWN_ID) });
      assert.equal(describe(change), 'allow 0 KNOWN_DEVICE');
      const trip = await simulation.send({ type: 'payment_attempt', signals: phone(OWN_ID), address: '84.1.0.7' });
      assert.equal(describe(trip), 'allow 0 KNOWN_DEVICE NEW_NETWORK');
    }
  });

  test("nor do claims with the stolen id of the owner's second phone take it away before a login there counts", async () => {
    for (const [type, account] of [
      ['login', 'thief'],
      ['page_view', 'thief'],
      ['page_view', null],
    ] as const) {
      const simulation = await Simulation.ofOwner(store);
      const [first, second] = [{ signals: phone(FRESH_ID) }, { signals: phone(idOf(5)) }];
      for (const address of ['185.15.58.4', HOME]) await simulation.send({ type: 'login', ...first, address });
      const met = await simulation.send({ type: 'login', ...second, address: '193.99.144.80' });
      assert.equal(met.method, 'ambiguous', describe(met));
      const claim = { type, account, credential: 'public', address: '45.83.77.9' } as const;
      await simulation.send({ ...claim, signals: desktop(idOf(5)) });
      const trip = await simulation.send({ type: 'login', ...second, address: '185.15.58.4' });
      assert.equal(describe(trip), 'monitor 30 FINGERPRINT_ONLY NEW_NETWORK', `${type} ${account}`);
    }
  });
});
