// Tests a device that a stranger created with the signals of a common phone before the owner's next phone is resolved to it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { desktop, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { replacement, similar } from './other-machines.ts';
import { ABROAD, describe, idOf, NEIGHBOR, type SentEvent, Simulation } from './simulation.ts';

const PLANTED = phone(idOf(1));
const OWNERS = phone(idOf(2));

await onAnyEngine(({ store }) => {
  /** The thief plants a device; within the hour the owner logs in on a phone of that model, and passes a second factor. */
  const planted = async (event: Omit<SentEvent, 'signals'>, isConfirmed: boolean) => {
    const simulation = await Simulation.ofOwner(store);
    simulation.reportDaily();
    await simulation.send({ signals: PLANTED, ...event });
    await simulation.send({ type: 'login', signals: OWNERS, after: HOUR });
    if (isConfirmed) await simulation.send({ type: 'mfa_passed', signals: OWNERS });
    simulation.wait(DAY + HOUR);
    return simulation;
  };

  /** A day later the thief logs in and pays from abroad, with the password. */
  const thiefIsChallenged = async (simulation: Simulation, thief: readonly Partial<SentEvent>[]) => {
    simulation.wait(DAY + HOUR);
    for (const event of thief) {
      for (const type of ['payment_attempt', 'login']) {
        const away = await simulation.send({ address: ABROAD, ...event, type });
        assert.equal(away.decision, 'challenge', `${type}: ${describe(away)}`);
      }
    }
  };

  test("the id of an unproven device does not become one of the owner's phone that joins it", async () => {
    for (const [type, credential, address] of [
      ['page_view', 'public', ABROAD],
      ['login', 'public', ABROAD],
      ['login', 'public', NEIGHBOR],
      ['login_failed', 'secret', NEIGHBOR],
    ] as const) {
      for (const isConfirmed of [false, true]) {
        const simulation = await planted({ type, credential, address }, isConfirmed);
        const what = `${credential} ${type} from ${address}`;
        const login = await simulation.send({ type: 'login', signals: PLANTED, address: ABROAD });
        assert.equal(login.decision, 'challenge', `${what}: ${describe(login)}`);
        const payment = await simulation.send({ type: 'payment_attempt', signals: PLANTED, address: ABROAD });
        assert.equal(payment.decision, 'challenge', `${what}: ${describe(payment)}`);
        const change = await simulation.send({ type: 'payout_change', signals: PLANTED, address: NEIGHBOR });
        assert.notEqual(change.decision, 'allow', `${what}: ${describe(change)}`);
        const owner = await simulation.send({ type: 'payout_change', signals: OWNERS });
        assert.ok(owner.codes.includes('KNOWN_DEVICE'), `${what}: ${describe(owner)}`);
        if (isConfirmed) assert.equal(owner.score, 0, `${what}: ${describe(owner)}`);
      }
    }
  });

  test("a neighbor's own phone does not become the owner's because the account was named on it", async () => {
    for (const isConfirmed of [false, true]) {
      const simulation = await Simulation.ofOwner(store);
      simulation.reportDaily();
      const neighbor = { signals: PLANTED, address: NEIGHBOR };
      for (const type of ['login', 'login', 'mfa_passed']) {
        await simulation.send({ type, account: 'neighbor', ...neighbor, after: DAY });
      }
      await simulation.send({ type: 'page_view', credential: 'public', ...neighbor });
      await simulation.send({ type: 'login', signals: OWNERS, after: HOUR });
      if (isConfirmed) await simulation.send({ type: 'mfa_passed', signals: OWNERS });
      simulation.wait(DAY + HOUR);
      for (const type of ['login', 'payment_attempt']) {
        const away = await simulation.send({ type, signals: PLANTED, address: ABROAD });
        assert.equal(away.decision, 'challenge', `${type}: ${describe(away)}`);
      }
      const owner = await simulation.send({ type: 'payout_change', signals: OWNERS });
      assert.ok(owner.codes.includes('KNOWN_DEVICE'), describe(owner));
      if (isConfirmed) assert.equal(owner.score, 0, describe(owner));
    }
  });

  test("an id that the thief's own account uses does not lead to the owner's device either", async () => {
    for (const [type, credential] of [
      ['page_view', 'public'],
      ['login', 'public'],
      ['login_failed', 'secret'],
    ] as const) {
      const simulation = await Simulation.ofOwner(store);
      simulation.reportDaily();
      const thief = { signals: PLANTED, address: '102.10.20.30' };
      for (let day = 0; day < 2; day += 1)
        await simulation.send({ type: 'login', account: 'thief', ...thief, after: DAY });
      await simulation.send({ type, credential, signals: PLANTED, address: NEIGHBOR });
      for (const next of ['login', 'mfa_passed']) await simulation.send({ type: next, signals: OWNERS, after: HOUR });
      await thiefIsChallenged(simulation, [{ signals: PLANTED }, thief]);
      const owner = await simulation.send({ type: 'payout_change', signals: OWNERS });
      assert.deepEqual([owner.score, owner.codes], [0, ['KNOWN_DEVICE']], describe(owner));
    }
  });

  test("the owner's phone takes the device from whoever was named on it, too", async () => {
    for (const address of [ABROAD, NEIGHBOR]) {
      const simulation = await Simulation.ofOwner(store);
      simulation.reportDaily();
      for (const account of ['owner', 'thief']) {
        await simulation.send({ type: 'page_view', account, signals: PLANTED, address, credential: 'public' });
      }
      for (const type of ['login', 'mfa_passed']) await simulation.send({ type, signals: OWNERS, after: HOUR });
      await thiefIsChallenged(simulation, [{ signals: PLANTED }]);
      const owner = await simulation.send({ type: 'payout_change', signals: OWNERS });
      assert.deepEqual([owner.score, owner.codes], [0, ['KNOWN_DEVICE']], describe(owner));
    }
  });

  test('none of many planted ids leads to the device that the owner takes, with an id or without any', async () => {
    for (const credential of ['public', 'secret'] as const) {
      const thief = Array.from({ length: 7 }, (_, n) => ({
        signals: phone(idOf(10 + n)),
        address: ABROAD,
        credential,
      }));
      for (const owners of [OWNERS, phone(null)]) {
        const simulation = await Simulation.ofOwner(store, { credential });
        if (credential === 'secret') simulation.reportDaily();
        for (const event of thief) await simulation.send({ type: 'login', ...event });
        await simulation.send({ type: 'login', signals: owners, credential });
        await thiefIsChallenged(simulation, thief);
      }
    }
  });

  test('nor does it after the owner has lost four ids of the phone', async () => {
    const simulation = await planted({ type: 'page_view', credential: 'public', address: ABROAD }, true);
    for (let n = 0; n < 6; n += 1) {
      simulation.wait(8 * DAY);
      await simulation.send({ type: 'login', signals: phone(idOf(20 + n)) });
    }
    await thiefIsChallenged(simulation, [{ signals: PLANTED }]);
  });

  test("the owner's second factor on a phone that looks like the thief's confirms the owner's, trusted or not", async () => {
    for (const isTrusted of [false, true]) {
      const simulation = await planted({ type: 'login', address: NEIGHBOR }, true);
      const { device } = await simulation.send({ type: 'login', signals: OWNERS });
      if (isTrusted) await simulation.trust(device);
      const owner = await simulation.send({ type: 'payout_change', signals: OWNERS });
      assert.equal(owner.score, 0, describe(owner));
      const thief = await simulation.send({ type: 'payout_change', signals: PLANTED, address: NEIGHBOR });
      assert.equal(thief.decision, 'monitor', describe(thief));
      await thiefIsChallenged(simulation, [{ signals: PLANTED }]);
    }
  });

  test("no id that only a claim has proven leads to the owner's device once the server reports", async () => {
    const cases = [
      { planted: PLANTED, owners: OWNERS, accounts: ['owner'] },
      { planted: PLANTED, owners: OWNERS, accounts: ['thief', 'owner'] },
      { planted: desktop(idOf(3)), owners: desktop(idOf(4)), accounts: ['owner'] },
    ];
    for (const { planted: signals, owners, accounts } of cases) {
      for (const days of [0, 2]) {
        const simulation = await Simulation.ofOwner(store, { credential: 'public' });
        for (const account of accounts) {
          await simulation.send({ type: 'login', account, signals, address: NEIGHBOR, credential: 'public' });
        }
        simulation.reportDaily();
        for (let day = 0; day < days; day += 1) {
          await simulation.send({ type: 'login' });
          simulation.wait(DAY);
        }
        await simulation.send({ type: 'login', signals: owners });
        simulation.wait(DAY + HOUR);
        const payment = await simulation.send({ type: 'payment_attempt', signals, address: ABROAD });
        assert.equal(payment.decision, 'challenge', `${accounts}, ${days} days: ${describe(payment)}`);
      }
    }
  });

  test('the first login of a customer takes a device that was named before, from a network that neither knows', async () => {
    const simulation = await Simulation.ofOwner(store);
    simulation.reportDaily();
    const account = 'customer of tomorrow';
    const home = '93.184.7.7';
    await simulation.send({ type: 'page_view', account, signals: PLANTED, address: ABROAD, credential: 'public' });
    for (const type of ['login', 'mfa_passed']) {
      await simulation.send({ type, account, signals: OWNERS, address: home });
    }
    simulation.wait(DAY + HOUR);
    const payment = await simulation.send({ type: 'payment_attempt', account, signals: PLANTED, address: ABROAD });
    assert.notEqual(payment.decision, 'allow', describe(payment));
    const owner = await simulation.send({ type: 'payout_change', account, signals: OWNERS, address: home });
    assert.deepEqual([owner.score, owner.codes], [0, ['KNOWN_DEVICE']], describe(owner));
  });

  test('a stolen id that claims have shown on another machine becomes that of the device that its customer takes', async () => {
    const id = idOf(3);
    const customer = { account: 'customer of tomorrow', signals: desktop(id) };
    const home = '84.10.1.7';
    const visits = async (claims: readonly SentEvent[]) => {
      const simulation = await Simulation.ofOwner(store);
      const privately = { ...customer, signals: desktop(null), address: home };
      await simulation.send({ type: 'page_view', ...privately });
      for (const claim of claims) await simulation.send({ ...claim, credential: 'public', address: ABROAD, after: 0 });
      await simulation.send({ type: 'signup', ...customer, address: '93.184.1.9' });
      const told: string[] = [];
      for (const type of ['email_change', 'payment_attempt', 'login']) {
        told.push(describe(await simulation.send({ type, ...customer, address: home })));
      }
      return told;
    };
    const expected = await visits([]);
    assert.match(expected[1] ?? '', /^allow/);
    for (const account of ['thief', customer.account, null]) {
      assert.deepEqual(
        await visits([{ type: 'page_view', account, signals: replacement(id) }]),
        expected,
        `${account}`,
      );
    }
  });

  test("a claim with the looks of the owner's next computer does not keep the stolen id from the owner's next phone", async () => {
    const [computer, next] = [desktop(idOf(4)), phone(idOf(5))];
    const visits = async (claims: readonly SentEvent[]) => {
      const simulation = await Simulation.ofOwner(store, { signals: similar(idOf(6)) });
      for (const claim of claims) await simulation.send({ ...claim, credential: 'public', address: ABROAD, after: 0 });
      for (let n = 0; n < 2; n += 1) await simulation.send({ type: 'login', signals: computer });
      const told: string[] = [];
      for (const type of ['login', 'payment_attempt', 'payout_change']) {
        told.push(describe(await simulation.send({ type, signals: next })));
      }
      simulation.wait(DAY);
      const trip = { type: 'payment_attempt', signals: next, address: '93.184.1.9' };
      return [...told, describe(await simulation.send(trip))];
    };
    const expected = await visits([]);
    assert.equal(expected.at(-1), 'allow 0 KNOWN_DEVICE NEW_NETWORK');
    assert.deepEqual(await visits([{ type: 'page_view', signals: desktop(idOf(5)) }]), expected);
  });
});
