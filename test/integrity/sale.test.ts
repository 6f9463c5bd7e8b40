// Tests the hour of a sale, when many people mistype passwords on new devices, a daily rush, and attackers who imitate such an hour.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import type { KeyKind } from '../../src/vocabulary/words.ts';
import { desktop } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, idOf, type SentEvent, Simulation } from './simulation.ts';

/** A visitor whose machine, address and account are all new. */
const visitor = (n: number): Pick<SentEvent, 'account' | 'signals' | 'address'> => ({
  account: `visitor ${n}`,
  signals: desktop(idOf(n), { canvas_hash: `c${n}`, fonts: [`f${n}`] }),
  address: `45.${n}.7.9`,
});

await onAnyEngine(({ store }) => {
  for (const credential of ['secret', 'public'] as const satisfies KeyKind[]) {
    const opened = () => Simulation.ofOwner(store, { credential }, 5);
    const fail = (simulation: Simulation, n: number) =>
      simulation.send({ ...visitor(n), type: 'login_failed', credential, after: 10 * SECOND });
    const enter = (simulation: Simulation, n: number) =>
      simulation.send({ ...visitor(n), type: 'login', credential, after: 5 * SECOND });

    test(`people who mistype and then log in make no wave (${credential} key)`, async () => {
      const simulation = await opened();
      for (let n = 0; n < 30; n += 1) {
        await fail(simulation, n);
        const entered = await enter(simulation, n);
        assert.ok(!entered.codes.includes('ATTACK_WAVE'), `visitor ${n}: ${entered.codes.join(' ')}`);
      }
      const newcomer = await enter(simulation, 99);
      assert.deepEqual([newcomer.decision, newcomer.codes], ['allow', ['NEW_DEVICE']]);
    });

    test(`guesses in such an hour do (${credential} key)`, async () => {
      const simulation = await opened();
      for (let n = 0; n < 15; n += 1) {
        await fail(simulation, n);
        await fail(simulation, n + 100);
        await enter(simulation, n);
      }
      const newcomer = await enter(simulation, 99);
      assert.deepEqual([newcomer.decision, newcomer.codes], ['challenge', ['NEW_DEVICE', 'ATTACK_WAVE']]);
    });

    test(`nobody corrects a failure twice, nor those of others (${credential} key)`, async () => {
      const simulation = await opened();
      for (let n = 0; n < 12; n += 1) await fail(simulation, n);
      const own = { account: 'visitor 0', signals: desktop(idOf(900)), credential, after: SECOND };
      for (let n = 0; n < 60; n += 1) {
        // The attacker fails once, logs in to one account from sixty networks, and logs in there with the others' machines.
        if (n === 0) await simulation.send({ ...own, type: 'login_failed', address: ABROAD });
        await simulation.send({ ...own, type: 'login', address: `46.${n}.7.9` });
        await simulation.send({ ...own, type: 'login', address: `46.${n}.7.9` });
        await simulation.send({ ...visitor(n % 12), type: 'login', account: 'own', credential, after: SECOND });
      }
      const newcomer = await enter(simulation, 99);
      assert.ok(newcomer.codes.includes('ATTACK_WAVE'), newcomer.codes.join(' '));
    });
  }

  test('on the day of a launch, declined cards challenge payments, but no signups', async () => {
    const simulation = await Simulation.open(store);
    let visitors = 0;
    const decisions = async () => {
      for (let n = 0; n < 12; n += 1) {
        visitors += 1;
        await simulation.send({ ...visitor(visitors), type: 'signup' });
        await simulation.send({ ...visitor(visitors), type: 'payment_failed' });
      }
      visitors += 1;
      const signup = await simulation.send({ ...visitor(visitors), type: 'signup' });
      const payment = await simulation.send({ ...visitor(visitors), type: 'payment_attempt' });
      return [signup.decision, payment.decision];
    };
    assert.deepEqual(await decisions(), ['allow', 'challenge']);
    simulation.wait(DAY);
    assert.deepEqual(await decisions(), ['challenge', 'challenge']);
  });

  test('declined cards of new customers are no wave in the rush of every noon, but at night', async () => {
    const simulation = await Simulation.open(store);
    simulation.reportDaily();
    let visitors = 0;
    const declined = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        visitors += 1;
        await simulation.send({ ...visitor(visitors), type: 'payment_failed', after: 3 * MINUTE });
      }
      return simulation.send({ ...visitor(visitors + 100), type: 'payment_attempt', after: SECOND });
    };
    for (let day = 0; day < 4; day += 1) {
      await declined(10);
      simulation.wait(DAY - 30 * MINUTE);
    }
    const noon = await declined(12);
    assert.ok(!noon.codes.includes('CARD_TESTING_SUSPECTED'), noon.codes.join(' '));
    simulation.wait(9 * HOUR);
    const night = await declined(12);
    assert.ok(night.codes.includes('CARD_TESTING_SUSPECTED'), night.codes.join(' '));
  });
});
