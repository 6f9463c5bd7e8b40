// Tests that an id which somebody else showed first, or shows later, makes no stranger of the person whose browser has it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from '../../src/devices/digest.ts';
import { DAY, SECOND } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, HOME, idOf, OWNER, type SentEvent, Simulation } from './simulation.ts';

/** What the owner of a browser does in it: daily logins, then a payment, a sensitive change, and a payment on a trip. */
const VISITS: readonly SentEvent[] = [
  ...Array.from({ length: 3 }, () => ({ type: 'login', after: DAY })),
  { type: 'payment_attempt' },
  { type: 'payout_change' },
  { type: 'payment_attempt', address: '93.184.1.9' },
];

await onAnyEngine(({ store }) => {
  /** What the visits with `more` are told after `claims`. */
  async function told(simulation: Simulation, claims: readonly SentEvent[], more: Partial<SentEvent>) {
    for (const claim of claims) await simulation.send(claim);
    const results: string[] = [];
    for (const visit of VISITS) results.push(describe(await simulation.send({ ...more, ...visit })));
    return results;
  }

  test('where only browsers report, a stolen id on another machine makes no stranger of its owner', async () => {
    const browser = { credential: 'public' as const, signals: desktop(FRESH_ID) };
    const claim = { credential: 'public' as const, address: ABROAD, after: 0 };
    for (const isNew of [true, false]) {
      const open = () =>
        isNew ? Simulation.open(store) : Simulation.ofOwner(store, { credential: 'public', signals: phone(OWN_ID) });
      const expected = await told(await open(), [], browser);
      assert.equal(expected[3], 'allow 0 KNOWN_DEVICE');
      for (const [type, account] of [
        ['page_view', null],
        ['page_view', OWNER],
        ['page_view', "the thief's"],
        ['login', "the thief's"],
        ['login_failed', "the thief's"],
      ] as const) {
        const claims = [{ ...claim, type, account, signals: phone(FRESH_ID) }];
        assert.deepEqual(await told(await open(), claims, browser), expected, `${isNew}: ${type} ${account}`);
      }
    }
  });

  test("a claim with the looks of someone's next computer does not keep a stolen id from another person's phone", async () => {
    const visits = async (claims: readonly SentEvent[]) => {
      const simulation = await Simulation.open(store);
      simulation.reportDaily();
      for (const claim of claims) await simulation.send({ ...claim, credential: 'public', address: ABROAD, after: 0 });
      for (let n = 0; n < 2; n += 1)
        await simulation.send({ type: 'login', account: 'neighbor', signals: desktop(idOf(4)) });
      return told(simulation, [], { signals: phone(idOf(5)), address: '91.12.8.5' });
    };
    const expected = await visits([]);
    assert.equal(expected[4], 'allow 0 KNOWN_DEVICE');
    const claim = { type: 'page_view', account: 'neighbor', signals: desktop(idOf(5)) };
    assert.deepEqual(await visits([claim]), expected);
  });

  test("logins to an account of the thief's own do not take the stolen id of the owner's second browser", async () => {
    const simulation = await Simulation.ofOwner(store);
    simulation.reportDaily();
    const second = { signals: desktop(FRESH_ID) };
    await simulation.send({ type: 'login', ...second });
    // The id of the first browser returns: the second one is separated when it returns, too.
    await simulation.send({ type: 'login', address: HOME });
    const before = await simulation.deviceOfId(digest(FRESH_ID));
    for (let n = 0; n < 3; n += 1) {
      await simulation.send({ type: 'login', account: "the thief's", signals: phone(FRESH_ID), address: ABROAD });
    }
    assert.equal((await simulation.deviceOfId(digest(FRESH_ID)))?.id, before?.id);
    const results = await told(simulation, [], second);
    assert.deepEqual(results.slice(2), [
      'allow 0 KNOWN_DEVICE',
      'allow 0 KNOWN_DEVICE',
      'monitor 30 KNOWN_DEVICE SENSITIVE_CHANGE_UNCONFIRMED',
      'allow 0 KNOWN_DEVICE NEW_NETWORK',
    ]);
  });

  test('wrong passwords with the public key and the stolen id of a new device block nothing that the server reports', async () => {
    const newcomer = { account: 'newcomer', signals: phone(FRESH_ID), address: '91.12.8.5' };
    for (const visit of [newcomer, { signals: phone(FRESH_ID), address: HOME }]) {
      const simulation = await Simulation.ofOwner(store);
      simulation.reportDaily();
      await simulation.send({ type: 'page_view', ...visit, credential: 'public' });
      for (let n = 0; n < 6; n += 1) {
        const guess = { type: 'login_failed', ...visit, account: `made up ${n}`, after: 10 * SECOND };
        await simulation.send({ ...guess, credential: 'public' });
      }
      const login = await simulation.send({ type: 'login', ...visit });
      assert.equal(describe(login), 'challenge 89 UNPROVEN_DEVICE CREDENTIAL_STUFFING_SUSPECTED');
      await simulation.send({ type: 'mfa_passed', ...visit });
      const next = await simulation.send({ type: 'login', ...visit });
      assert.equal(describe(next), 'allow 0 ');
    }
  });
});
