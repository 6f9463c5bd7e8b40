// Tests MFA prompts: if a worn-down owner approves one, the thief's device must not become the owner's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { EVENT_TYPES, eventClass } from '../../src/vocabulary/event-types.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, HOME, idOf, near, type SentEvent, Simulation } from './simulation.ts';

const ATTEMPTS = Object.keys(EVENT_TYPES).filter(
  (type) => !['success', 'failure', 'passive'].includes(eventClass(type)),
);

type Source = Partial<SentEvent>;

const away = (n: number) => `45.83.${n % 250}.7`;
const onePhone = (): Source => ({ signals: phone(FRESH_ID), address: ABROAD });
const manyPhones = (n: number): Source => ({ signals: phone(idOf(n), { canvas_hash: `c${n}` }), address: away(n) });
const stolenId = (n: number): Source => ({ address: away(n) });

await onAnyEngine(({ store }) => {
  const owned = (history: Source = {}) => Simulation.ofOwner(store, history);

  const prompt = async (simulation: Simulation, count: number, source: (n: number) => Source, after = 2 * SECOND) => {
    for (let n = 0; n < count; n += 1) await simulation.send({ type: 'mfa_challenge', ...source(n), after });
  };

  /** The owner approves a prompt for `source`; a day later, a payout change from there must not be allowed. */
  const provesNothing = async (simulation: Simulation, source: Source, after: number, what: string) => {
    await simulation.send({ type: 'mfa_passed', ...source, after });
    simulation.wait(DAY + HOUR);
    const change = await simulation.send({ type: 'payout_change', ...source });
    assert.notEqual(change.decision, 'allow', `${what}: ${change.score} ${change.codes.join(' ')}`);
  };

  test('prompts for a quarter of an hour are a burst to the end, of one machine and of many', async () => {
    for (const source of [onePhone, manyPhones]) {
      const simulation = await owned();
      await prompt(simulation, 15, source);
      await prompt(simulation, 60, (n) => source(n + 15), 14 * SECOND);
      await provesNothing(simulation, source(80), 70 * SECOND, source.name);
    }
  });

  test('claims of prompts do not hide those that the server reports', async () => {
    const simulation = await owned({ credential: 'public' });
    await prompt(simulation, 20, (n) => ({ ...manyPhones(n), credential: 'public' }));
    await prompt(simulation, 10, (n) => manyPhones(n + 30));
    await provesNothing(simulation, manyPhones(50), 2 * SECOND, 'where the server reports second factors only');
  });

  test('nor do claims of anything else, from as many networks, and from the owner by the looks', async () => {
    for (const type of ['payment_attempt', 'payout_change', 'every type']) {
      const simulation = await owned({ credential: 'public' });
      await prompt(simulation, 10, manyPhones, 20 * SECOND);
      for (let n = 0; n < 440; n += 1) {
        const own = { signals: desktop(idOf(n)), address: HOME };
        const foreign = {
          signals: phone(idOf(n), { canvas_hash: `c${n}` }),
          address: `${60 + (n >> 8)}.${n % 250}.1.1`,
        };
        const claim = { type: type === 'every type' ? (ATTEMPTS[n % ATTEMPTS.length] as string) : type, after: 20 };
        await simulation.send({ ...claim, ...(n % 3 === 0 ? own : foreign), credential: 'public' });
      }
      await provesNothing(simulation, manyPhones(50), 2 * SECOND, type);
    }
  });

  test('a stolen id ends a burst whatever its address, and whatever shows it before or after', async () => {
    for (const [what, before, last] of [
      ['from changing addresses', stolenId, stolenId],
      ['with the last prompt only', manyPhones, stolenId],
      ['with all prompts but the last', stolenId, manyPhones],
    ] as const) {
      const simulation = await owned();
      await prompt(simulation, 30, before);
      await prompt(simulation, 1, () => last(40));
      await provesNothing(simulation, last(40), 2 * SECOND, what);
    }
  });

  test('nor does a network answer for a thief who has waited a day, with a stolen id or one that a login attached or proved', async () => {
    for (const [what, signals, addressOf] of [
      ['id and signals', desktop(OWN_ID), (n: number) => `45.83.1.${n + 1}`],
      ['copied signals', desktop(FRESH_ID), near],
      ['the password, in the network of the owner', phone(FRESH_ID), near],
    ] as const) {
      for (const [type, twice] of [
        ['mfa_challenge', false],
        ['mfa_failed', false],
        ['mfa_challenge', true],
      ] as const) {
        const simulation = await owned();
        await simulation.send({ type: 'login', signals, address: addressOf(0) });
        // After the owner's id returns, the next login with copied signals gets a separate device and id.
        await simulation.send({ type: 'login' });
        if (twice) await simulation.send({ type: 'login', signals, address: addressOf(0) });
        simulation.wait(DAY + HOUR);
        for (let n = 0; n < 20; n += 1) {
          await simulation.send({
            type,
            signals,
            address: addressOf(n),
            after: type === 'mfa_failed' ? 6 * MINUTE : SECOND,
          });
        }
        await simulation.send({ type: 'mfa_passed', signals, address: addressOf(100), after: SECOND });
        const change = await simulation.send({ type: 'payout_change', signals, address: addressOf(100) });
        assert.notEqual(change.decision, 'allow', `${what}, ${type}: ${change.score} ${change.codes.join(' ')}`);
      }
    }
  });
});
