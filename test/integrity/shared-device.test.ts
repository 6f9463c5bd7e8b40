// Tests that a second account on somebody's phone stays known there, whatever names it with the phone's stolen id, and after an erasure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/vocabulary/clock.ts';
import { desktop, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { replacement } from './other-machines.ts';
import { ABROAD, describe, idOf, type SentEvent, Simulation } from './simulation.ts';

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

  test('the erasure of one account of a phone makes no stranger of the other', async () => {
    const simulation = await household();
    await onPhone(simulation, 1, ['login', 'mfa_passed']);
    await simulation.erase('owner');
    for (const network of [2, 3]) {
      assert.deepEqual(await onPhone(simulation, network, ['login', 'payment_attempt']), KNOWN, `network ${network}`);
    }
  });
});
