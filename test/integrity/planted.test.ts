// A device that a stranger created with the signals of a common phone, which the owner's next phone joins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { phone } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { ABROAD, describe, idOf, NEIGHBOR, type SentEvent, Simulation } from './simulation.ts';

const PLANTED = phone(idOf(1));
const OWNERS = phone(idOf(2));

await onBothEngines(({ store }) => {
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

  test("the owner's second factor on a phone that looks like the thief's does not confirm the thief's", async () => {
    const simulation = await planted({ type: 'login', address: NEIGHBOR }, true);
    const thief = await simulation.send({ type: 'payout_change', signals: PLANTED, address: NEIGHBOR });
    assert.equal(thief.decision, 'monitor', describe(thief));
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
});
