// Tests a thief who gets no further than a monitored change, moves the second factor, passes it and then counts as the owner.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { desktop, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, idOf, NEIGHBOR, type SentEvent, Simulation } from './simulation.ts';

await onAnyEngine(({ store }) => {
  /** A source that has logged in and returns after `wait`. */
  const returned = async (source: Partial<SentEvent>, wait: number) => {
    const simulation = await Simulation.ofOwner(store);
    simulation.reportDaily();
    await simulation.send({ type: 'login', ...source });
    simulation.wait(wait);
    await simulation.send({ type: 'login', ...source });
    return simulation;
  };

  test('a second factor that a thief has moved to another phone does not confirm the thief', async () => {
    for (const [what, thief] of [
      ['the password, next door', { signals: phone(idOf(1)), address: NEIGHBOR }],
      ['the id and the signals, from abroad', { signals: desktop(OWN_ID), address: ABROAD }],
    ] as const) {
      for (const type of ['phone_change', 'email_change', 'mfa_disabled']) {
        for (const wait of [DAY + HOUR, 5 * DAY]) {
          const simulation = await returned(thief, wait);
          const moved = await simulation.send({ type, ...thief });
          assert.equal(moved.decision, 'monitor', `${what}, ${type}: ${describe(moved)}`);
          await simulation.send({ type: 'mfa_passed', ...thief });
          for (const later of [HOUR, DAY, DAY]) {
            const change = await simulation.send({ type: 'payout_change', ...thief, after: later });
            assert.notEqual(change.decision, 'allow', `${what}, ${type}: ${describe(change)}`);
          }
          const owner = await simulation.send({ type: 'payout_change' });
          assert.deepEqual([owner.score, owner.codes], [0, ['KNOWN_DEVICE']], describe(owner));
        }
      }
    }
  });

  test('nor does one that was moved where a rule lets such changes through', async () => {
    const thief = { signals: desktop(OWN_ID), address: ABROAD };
    for (const [type, decision] of [
      ['phone_change', 'monitor'],
      ['mfa_disabled', 'allow'],
    ] as const) {
      const simulation = await Simulation.ofOwner(store);
      simulation.reportDaily();
      const isMove = { field: 'event.type', operator: 'eq', value: type } as const;
      await simulation.addRule({ conditions: { all: [isMove] }, action: { decision } });
      await simulation.send({ type: 'login', ...thief });
      const moved = await simulation.send({ type, ...thief });
      assert.deepEqual([moved.decision, moved.score], [decision, 55], describe(moved));
      await simulation.send({ type: 'mfa_passed', ...thief });
      for (const later of [HOUR, DAY, DAY]) {
        const change = await simulation.send({ type: 'payout_change', ...thief, after: later });
        assert.notEqual(change.decision, 'allow', `${type}: ${describe(change)}`);
      }
    }
  });

  test('a thief who receives the messages of the owner confirms payments for three days', async () => {
    for (const type of ['password_reset_completed', 'password_change']) {
      for (const passes of [true, false]) {
        const simulation = await Simulation.ofOwner(store);
        simulation.reportDaily();
        const thief = { signals: phone(idOf(1)), address: passes ? ABROAD : NEIGHBOR };
        await simulation.send({ type: 'login_failed', ...thief });
        await simulation.send({ type, ...thief });
        await simulation.send({ type: 'login', ...thief });
        if (passes) await simulation.send({ type: 'mfa_passed', ...thief });
        for (const after of [HOUR, DAY, DAY]) {
          const payment = await simulation.send({ type: 'payment_attempt', ...thief, after });
          assert.equal(payment.decision, 'challenge', `${type}, ${passes}: ${describe(payment)}`);
        }
        const owner = await simulation.send({ type: 'payment_attempt' });
        assert.deepEqual([owner.decision, owner.codes], ['allow', ['KNOWN_DEVICE']], describe(owner));
      }
    }
  });

  test('also in a private window of the device, or without signals', async () => {
    for (const type of ['password_reset_completed', 'password_change']) {
      const simulation = await Simulation.ofOwner(store);
      simulation.reportDaily();
      const thief = { signals: phone(idOf(1)), address: ABROAD };
      for (const sent of [type, 'login', 'mfa_passed']) await simulation.send({ type: sent, ...thief });
      for (const wait of [HOUR, DAY, DAY]) {
        simulation.wait(wait);
        for (const signals of [phone(idOf(2)), desktop(idOf(3), { canvas_hash: 'c3' }), null]) {
          const payment = await simulation.send({ type: 'payment_attempt', ...thief, signals });
          assert.equal(payment.decision, 'challenge', `${type}: ${describe(payment)}`);
        }
      }
      simulation.wait(DAY);
      const later = await simulation.send({ type: 'payment_attempt', ...thief, signals: phone(idOf(4)) });
      assert.ok(!later.codes.includes('PAYMENT_AFTER_RECOVERY'), describe(later));
    }
  });

  test('a private window is as new as its device, also if it has first come from another network', async () => {
    const window = { signals: phone(idOf(2)) };
    for (const type of ['password_reset_completed', 'password_change']) {
      const simulation = await Simulation.ofOwner(store);
      simulation.reportDaily();
      const thief = { signals: phone(idOf(1)), address: ABROAD };
      for (const sent of [type, 'mfa_passed', 'page_view']) await simulation.send({ type: sent, ...thief });
      await simulation.send({ type: 'login', ...window, address: '93.184.20.7' });
      for (const wait of [HOUR, DAY, DAY]) {
        simulation.wait(wait);
        for (const use of ['payment_attempt', 'payout_change']) {
          const result = await simulation.send({ type: use, ...window, address: ABROAD });
          assert.equal(result.decision, 'challenge', `${type}, ${use}: ${describe(result)}`);
        }
      }
    }
  });

  test('also with the password in the network of the owner, for a day', async () => {
    const window = { signals: phone(idOf(2)), address: NEIGHBOR };
    const simulation = await Simulation.ofOwner(store);
    simulation.reportDaily();
    for (const type of ['login', 'page_view']) await simulation.send({ type, ...window, signals: phone(idOf(1)) });
    await simulation.send({ type: 'login', ...window, address: ABROAD });
    for (const type of ['phone_change', 'payout_change']) {
      const change = await simulation.send({ type, ...window });
      assert.equal(describe(change), 'challenge 60 SENSITIVE_CHANGE_UNRECOGNIZED');
    }
    simulation.wait(DAY);
    await simulation.send({ type: 'login', ...window, signals: phone(idOf(1)) });
    const later = await simulation.send({ type: 'payout_change', ...window });
    assert.equal(describe(later), 'monitor 45 SENSITIVE_CHANGE_UNCONFIRMED');
  });

  test("the owner's private window is not new where the device is not", async () => {
    const simulation = await Simulation.ofOwner(store, { signals: phone(OWN_ID) });
    simulation.reportDaily();
    const window = { signals: phone(idOf(3)) };
    const away = await simulation.send({ type: 'login', ...window, address: ABROAD });
    assert.equal(away.method, 'ambiguous', describe(away));
    const payment = await simulation.send({ type: 'payment_attempt', ...window });
    assert.equal(describe(payment), 'allow 0 ');
    const change = await simulation.send({ type: 'payout_change', ...window });
    assert.equal(describe(change), 'monitor 45 SENSITIVE_CHANGE_UNCONFIRMED');
  });

  test('an owner pays on a new phone, and with the device on which the password was reset', async () => {
    const simulation = await Simulation.ofOwner(store);
    simulation.reportDaily();
    await simulation.send({ type: 'password_reset_completed' });
    const same = await simulation.send({ type: 'payment_attempt' });
    assert.equal(same.decision, 'allow', describe(same));
    simulation.wait(4 * DAY);
    const newPhone = { signals: phone(idOf(1)) };
    await simulation.send({ type: 'login', ...newPhone });
    const payment = await simulation.send({ type: 'payment_attempt', ...newPhone });
    assert.deepEqual([payment.decision, payment.codes], ['allow', ['PAYMENT_ON_NEW_DEVICE']], describe(payment));
  });

  test("the owner's second factor confirms a laptop that changed the email before, three days later", async () => {
    const laptop = { signals: desktop(idOf(2), { webgl_hash: 'b2', canvas_hash: 'c2' }) };
    const simulation = await returned(laptop, 5 * DAY);
    const email = await simulation.send({ type: 'email_change', ...laptop });
    assert.equal(email.decision, 'monitor', describe(email));
    simulation.wait(3 * DAY);
    await simulation.send({ type: 'mfa_passed', ...laptop });
    const change = await simulation.send({ type: 'payout_change', ...laptop });
    assert.deepEqual([change.score, change.codes], [0, ['KNOWN_DEVICE']], describe(change));
  });

  test("a change of the owner's from a known place keeps no new phone from settling", async () => {
    const simulation = await Simulation.ofOwner(store);
    simulation.reportDaily();
    for (const type of ['email_change', 'phone_change', 'mfa_disabled']) {
      const change = await simulation.send({ type });
      assert.equal(change.decision, 'allow', describe(change));
    }
    const bought = { signals: phone(idOf(1)) };
    for (const type of ['login', 'mfa_passed']) await simulation.send({ type, ...bought });
    simulation.wait(DAY + HOUR);
    const change = await simulation.send({ type: 'payout_change', ...bought });
    assert.deepEqual([change.score, change.codes], [0, ['KNOWN_DEVICE']], describe(change));
  });

  test('nor does one that is challenged, whose second factor then confirms the phone', async () => {
    const simulation = await Simulation.ofOwner(store);
    simulation.reportDaily();
    const bought = { signals: phone(idOf(1)) };
    await simulation.send({ type: 'login', ...bought });
    const moved = await simulation.send({ type: 'phone_change', ...bought });
    assert.equal(moved.decision, 'challenge', describe(moved));
    await simulation.send({ type: 'mfa_passed', ...bought });
    simulation.wait(DAY + HOUR);
    const change = await simulation.send({ type: 'payout_change', ...bought });
    assert.deepEqual([change.score, change.codes], [0, ['KNOWN_DEVICE']], describe(change));
  });

  test('a second factor that the server reports as bypassed, unverified or paused confirms nobody', async () => {
    for (const type of ['mfa_bypassed', 'mfa_unverified', 'mfa.bypassed', 'mfa_paused', 'mfa_parsed']) {
      const thief = { signals: phone(idOf(1)), address: ABROAD };
      const simulation = await Simulation.ofOwner(store);
      simulation.reportDaily();
      for (const sent of ['login', type]) await simulation.send({ type: sent, ...thief });
      simulation.wait(DAY + HOUR);
      const login = await simulation.send({ type: 'login', ...thief });
      assert.equal(login.decision, 'challenge', `${type}: ${describe(login)}`);
      const change = await simulation.send({ type: 'payout_change', ...thief });
      assert.equal(change.decision, 'block', `${type}: ${describe(change)}`);
    }
  });
});
