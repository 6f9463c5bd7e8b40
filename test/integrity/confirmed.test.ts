// Tests that a second factor and a member's trust confirm only the owner's machine, not an attacker who copies it, waits or guesses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, HOME, idOf, NEIGHBOR, Simulation } from './simulation.ts';

const CHANGES = ['payout_change', 'mfa_disabled', 'email_change'];
const THIEF = { signals: phone(FRESH_ID), address: ABROAD };

await onAnyEngine(({ store }) => {
  const owned = () => Simulation.ofOwner(store);

  /** Copied signals with another stored id, with none, and after a login that attached the id to the owner's device. */
  const lookAlikes = async (prepare: (simulation: Simulation) => Promise<unknown>, what: string) => {
    for (const [id, logsIn] of [
      [FRESH_ID, false],
      [null, false],
      [FRESH_ID, true],
    ] as const) {
      const simulation = await owned();
      await prepare(simulation);
      const copy = { signals: desktop(id), address: NEIGHBOR };
      if (logsIn) await simulation.send({ type: 'login', ...copy });
      for (const type of CHANGES) {
        const change = await simulation.send({ type, ...copy });
        assert.notEqual(change.decision, 'allow', `${what}, ${type}: ${describe(change)}`);
      }
    }
  };

  test("the owner's second factor confirms no copied signals at another address of the network", async () => {
    await lookAlikes((simulation) => simulation.send({ type: 'mfa_passed' }), 'within the hour');
    for (const id of [OWN_ID, idOf(1), null]) {
      const simulation = await owned();
      const owner = { signals: desktop(id), address: ABROAD };
      for (const type of ['login', 'mfa_passed']) await simulation.send({ type, ...owner });
      for (const type of CHANGES) {
        const change = await simulation.send({ type, ...owner });
        assert.equal(change.decision, 'allow', `the owner on the way, ${type}: ${describe(change)}`);
      }
    }
  });

  test('nor does it where a proxy hides all addresses', async () => {
    const simulation = await Simulation.open(store);
    const hidden = { address: '10.0.0.5', credential: 'public' } as const;
    await simulation.ownerHistory(hidden, 5);
    for (let n = 0; n < 5; n += 1) await simulation.send({ type: 'login', ...hidden, signals: desktop(idOf(n)) });
    simulation.wait(2 * DAY);
    await simulation.send({ type: 'mfa_passed', ...hidden, credential: 'secret' });
    for (let n = 0; n < 5; n += 1) {
      const change = await simulation.send({ type: 'payout_change', ...hidden, signals: desktop(idOf(n)) });
      assert.notEqual(change.decision, 'allow', describe(change));
    }
    const owner = await simulation.send({ type: 'payout_change', ...hidden });
    assert.equal(owner.decision, 'allow', describe(owner));
  });

  test("a member's trust is in the machine, not in its looks", async () => {
    const trust = async (simulation: Simulation) => {
      const { device } = await simulation.send({ type: 'login' });
      await simulation.trust(device);
    };
    await lookAlikes(trust, 'a trusted device');
    const simulation = await owned();
    await trust(simulation);
    await simulation.guess(30, () => ({ signals: desktop(FRESH_ID), address: NEIGHBOR }));
    const login = await simulation.send({ type: 'login', signals: desktop(FRESH_ID), address: NEIGHBOR });
    assert.equal(login.decision, 'challenge', describe(login));
    const owner = await simulation.send({ type: 'login' });
    assert.deepEqual([owner.score, owner.codes], [0, ['TRUSTED_DEVICE']]);
  });

  test('copied signals that attached one id after another never have an id of the device itself', async () => {
    for (const [ownerReturns, code] of [
      [false, 'KNOWN_DEVICE'],
      [true, 'KNOWN_DEVICE'],
      [false, 'TRUSTED_DEVICE'],
      [true, 'TRUSTED_DEVICE'],
    ] as const) {
      const simulation = await owned();
      const { device } = await simulation.send({ type: 'login' });
      if (code === 'TRUSTED_DEVICE') await simulation.trust(device);
      const copies = Array.from({ length: 6 }, (_, n) => ({ signals: desktop(idOf(n)), address: NEIGHBOR }));
      for (const copy of copies) {
        await simulation.send({ type: 'login', ...copy });
        if (ownerReturns) await simulation.send({ type: 'login' });
      }
      for (const copy of copies) {
        const login = await simulation.send({ type: 'login', ...copy });
        assert.ok(!login.codes.includes('TRUSTED_DEVICE'), describe(login));
        const change = await simulation.send({ type: 'payout_change', ...copy });
        assert.notEqual(change.decision, 'allow', describe(change));
      }
      const owner = await simulation.send({ type: 'payout_change' });
      assert.deepEqual([owner.score, owner.codes], [0, [code]]);
    }
  });

  test('nor does a rule that allows TRUSTED_DEVICE let its looks or its bare id pass', async () => {
    const { user_agent } = desktop(null);
    for (const [what, event] of [
      ['copied signals next door', { signals: desktop(FRESH_ID), address: NEIGHBOR }],
      ['an id with a user agent', { signals: { persistent_id: OWN_ID, user_agent }, address: ABROAD }],
      ['an id from another machine', { signals: phone(OWN_ID), address: ABROAD }],
      ['the owner on the way', { address: ABROAD }],
    ] as const) {
      const simulation = await owned();
      await simulation.trust((await simulation.send({ type: 'login' })).device);
      const trusted = { field: 'signal.present', operator: 'eq', value: 'TRUSTED_DEVICE' } as const;
      await simulation.addRule({ conditions: { all: [trusted] }, action: { decision: 'allow' } });
      const login = await simulation.send({ type: 'login', ...event });
      const change = await simulation.send({ type: 'payout_change', ...event });
      assert.notEqual(change.decision, 'allow', `${what}: ${describe(change)}`);
      if (what === 'the owner on the way') assert.equal(login.decision, 'allow', `${what}: ${describe(login)}`);
    }
  });

  test('a thief with the telephone number gains nothing by waiting between the reset and the second factor', async () => {
    for (const [wait, source] of [
      [HOUR, THIEF],
      [25 * HOUR, THIEF],
      [2 * DAY, THIEF],
      [HOUR, { signals: desktop(FRESH_ID), address: NEIGHBOR }],
      [HOUR, { signals: desktop(null), address: NEIGHBOR }],
    ] as const) {
      const simulation = await owned();
      await simulation.send({ type: 'password_reset_completed', ...source });
      simulation.wait(wait);
      for (const type of ['login', 'mfa_passed']) await simulation.send({ type, ...THIEF });
      simulation.wait(25 * HOUR);
      const change = await simulation.send({ type: 'payout_change', ...THIEF });
      assert.equal(change.decision, 'challenge', `${wait / HOUR} hours, from ${source.address}: ${describe(change)}`);
    }
  });

  test('nor by passing one before the reset is completed, or where the server names the completed reset differently', async () => {
    const copy = { signals: desktop(FRESH_ID), address: NEIGHBOR };
    const other = { signals: phone(idOf(1)), address: ABROAD };
    for (const [what, steps] of [
      ['before', [{ type: 'mfa_passed' }, { type: 'password_reset_completed' }]],
      ['before, completed elsewhere', [{ type: 'mfa_passed' }, { type: 'password_reset_completed', ...other }]],
      [
        'before, completed again a day later',
        [
          { type: 'mfa_passed' },
          { type: 'password_reset_completed' },
          { type: 'password_reset_completed', ...other, after: 23 * HOUR },
        ],
      ],
      [
        'before, with copied signals',
        [
          { type: 'mfa_passed', ...copy },
          { type: 'password_reset_completed', ...copy },
        ],
      ],
      ['password_reset', [{ type: 'password_reset' }]],
      ['password_change', [{ type: 'password_change' }]],
    ] as const) {
      const simulation = await owned();
      await simulation.send({ type: 'password_reset_requested', ...THIEF });
      for (const step of steps) await simulation.send({ ...THIEF, ...step });
      for (const type of ['login', 'mfa_passed']) await simulation.send({ type, ...THIEF });
      simulation.wait(25 * HOUR);
      const change = await simulation.send({ type: 'payout_change', ...THIEF });
      assert.equal(change.decision, 'challenge', `${what}: ${describe(change)}`);
    }
  });

  test("the device of the account's first day stays the owner's after a reset that was completed on it", async () => {
    const simulation = await Simulation.open(store);
    for (const type of ['signup', 'password_reset_requested', 'password_reset_completed', 'login']) {
      await simulation.send({ type });
    }
    simulation.wait(DAY + HOUR);
    const change = await simulation.send({ type: 'payout_change' });
    assert.deepEqual([change.score, change.codes], [0, ['KNOWN_DEVICE']], describe(change));
  });

  test('a login that was claimed before the customer came makes no device the first', async () => {
    for (const reported of ['the owner', 'the thief']) {
      const simulation = await Simulation.open(store);
      await simulation.send({ type: 'login', ...THIEF, credential: 'public' });
      simulation.wait(3 * DAY);
      await simulation.ownerHistory({ credential: 'public' }, 5);
      simulation.reportDaily();
      if (reported === 'the owner') await simulation.send({ type: 'login' });
      for (let n = 0; n < 2; n += 1) await simulation.send({ type: 'login', ...THIEF });
      simulation.wait(25 * HOUR);
      const change = await simulation.send({ type: 'payout_change', ...THIEF });
      assert.notEqual(change.decision, 'allow', `first reported: ${reported}: ${describe(change)}`);
    }
  });

  test('a code that passes after sixty wrong ones proves nothing, however slowly they came', async () => {
    for (const [source, isGuesser] of [
      [() => THIEF, true],
      [(n: number) => ({ signals: phone(idOf(n), { canvas_hash: `c${n}` }), address: `45.83.${n}.7` }), true],
      [() => ({ address: HOME }), false],
    ] as const) {
      const simulation = await owned();
      for (let n = 0; n < 60; n += 1) {
        await simulation.send({ type: 'mfa_failed', ...source(n), after: 5 * MINUTE + SECOND });
      }
      await simulation.send({ type: 'mfa_passed', ...source(59) });
      const login = await simulation.send({ type: 'login', ...source(59) });
      assert.equal(login.decision, isGuesser ? 'challenge' : 'allow', describe(login));
    }
    const flooded = await owned();
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 9; n += 1) await flooded.send({ type: 'mfa_failed', ...THIEF, after: 5 * MINUTE + SECOND });
      await flooded.floodOwnWindow(3 * HOUR, THIEF);
    }
    await flooded.send({ type: 'mfa_passed', ...THIEF, after: 16 * MINUTE });
    const thief = await flooded.send({ type: 'login', ...THIEF });
    assert.equal(thief.decision, 'challenge', `nine wrong codes, a flood, and again: ${describe(thief)}`);
    const simulation = await owned();
    for (let n = 0; n < 3; n += 1) await simulation.send({ type: 'mfa_failed', ...THIEF, after: 10 * MINUTE });
    await simulation.send({ type: 'mfa_passed', ...THIEF });
    const owner = await simulation.send({ type: 'login', ...THIEF });
    assert.equal(owner.decision, 'allow', `three mistyped codes: ${describe(owner)}`);
  });
});
