// Tests that attempts at the same moment are decided like attempts one after the other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/vocabulary/clock.ts';
import { phone } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { ABROAD, idOf, Simulation } from './simulation.ts';

/** More than one batch of PostgreSQL (`event-batches.ts`). */
const ATTEMPTS = 60;

/** Attempts on as many accounts, each with a stored id of its own. */
const ATTACKS = {
  'signups from one address': (n: number) => ({
    type: 'signup',
    signals: phone(idOf(n), { hardware_concurrency: 2 + n, canvas_hash: `c${n}` }),
    address: ABROAD,
  }),
  'signups with one fingerprint from one /16': (n: number) => ({
    type: 'signup',
    signals: phone(idOf(n)),
    address: `45.83.${n}.9`,
  }),
  'password resets from one address': (n: number) => ({
    type: 'password_reset_requested',
    signals: phone(idOf(n), { hardware_concurrency: 2 + n, canvas_hash: `c${n}` }),
    address: ABROAD,
  }),
  'wrong passwords from one address': (n: number) => ({
    type: 'login_failed',
    signals: phone(idOf(n), { hardware_concurrency: 2 + n, canvas_hash: `c${n}` }),
    address: ABROAD,
  }),
  'stolen passwords, one in four right, each from another address': (n: number) => ({
    type: n % 4 === 3 ? 'login' : 'login_failed',
    signals: phone(idOf(n), { hardware_concurrency: 2 + n, canvas_hash: `c${n}` }),
    address: `45.${n}.1.9`,
  }),
} as const;

await onBothEngines(({ store }) => {
  for (const [what, attempt] of Object.entries(ATTACKS)) {
    test(`${what} at the same moment are stopped like those one after the other`, async () => {
      const counts: { let: number; blocked: number }[] = [];
      for (const isTogether of [false, true]) {
        const simulation = await Simulation.ofOwner(store, {}, 8);
        simulation.wait(DAY);
        const send = (n: number) => simulation.send({ ...attempt(n), account: `account ${n}`, after: 0 });
        const results = isTogether ? await Promise.all(Array.from({ length: ATTEMPTS }, (_, n) => send(n))) : [];
        for (let n = results.length; n < ATTEMPTS; n += 1) results.push(await send(n));
        const decisions = results.map(({ decision }) => decision);
        counts.push({
          let: decisions.filter((decision) => decision === 'allow' || decision === 'monitor').length,
          blocked: decisions.filter((decision) => decision === 'block').length,
        });
      }
      const [inOrder, together] = counts as [(typeof counts)[0], (typeof counts)[0]];
      assert.ok(inOrder.let < 10, `${inOrder.let} attempts were let through one after the other`);
      assert.equal(together.blocked, inOrder.blocked);
      assert.ok(together.let < 10, `${together.let} attempts were let through at the same moment`);
    });
  }
});
