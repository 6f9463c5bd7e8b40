// Tests cards that are tried at once, before the result of any of them is known, and people who pay in the same minute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { desktop, phone } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { describe, idOf, type SentEvent, Simulation } from './simulation.ts';

const CARRIER = '85.7.9.9';
const CARDS = 16;
const TESTER: Omit<SentEvent, 'type'> = { account: 'tester', signals: phone(idOf(1)), address: CARRIER };
/** Another account and machine for each number. */
const guest = (n: number): Omit<SentEvent, 'type'> => ({
  account: `guest ${n}`,
  signals: desktop(idOf(100 + n), { canvas_hash: `c${n}`, webgl_hash: `w${n}`, audio_hash: `a${n}`, fonts: [`f${n}`] }),
  address: CARRIER,
});
const privateWindow = (n: number) => {
  const { persistent_id: _, ...signals } = guest(n).signals as Record<string, unknown>;
  return { ...guest(n), signals };
};

await onBothEngines(({ store }) => {
  /** Pays with sixteen cards within two seconds, and returns the decisions. */
  const payAtOnce = async (simulation: Simulation, event: (n: number) => Omit<SentEvent, 'type'>) => {
    const decisions = [];
    for (let n = 0; n < CARDS; n += 1) {
      const { decision } = await simulation.send({ type: 'payment_attempt', ...event(n), after: SECOND / 8 });
      decisions.push(decision);
    }
    return decisions;
  };
  const stopped = (decisions: readonly string[]) => decisions.map((decision) => decision === 'challenge');
  const FROM_THE_TENTH = Array.from({ length: CARDS }, (_, n) => n >= 9);

  for (const [name, age] of [
    ['that logged in the day before', DAY],
    ['that has just logged in', MINUTE],
  ] as const) {
    test(`an account ${name} is challenged from the tenth card of a minute on`, async () => {
      const simulation = await Simulation.ofOwner(store);
      await simulation.send({ type: 'login', ...TESTER });
      simulation.wait(age);
      const decisions = await payAtOnce(simulation, () => TESTER);
      assert.deepEqual(stopped(decisions), FROM_THE_TENTH, decisions.join(' '));
      simulation.wait(MINUTE);
      const later = await simulation.send({ type: 'payment_attempt', ...TESTER });
      assert.equal(later.decision, 'allow', describe(later));
    });
  }

  test('earlier payments do not hide those of a minute', async () => {
    const simulation = await Simulation.ofOwner(store);
    await simulation.send({ type: 'login', ...TESTER });
    for (let n = 0; n < 450; n += 1) {
      await simulation.send({ type: 'payment_attempt', ...TESTER, after: 10 * SECOND });
    }
    const decisions = await payAtOnce(simulation, () => TESTER);
    assert.ok(stopped(decisions).slice(9).every(Boolean), decisions.join(' '));
  });

  for (const [name, login, paying] of [
    ['that pay as guests', false, guest],
    ['that log in first', true, guest],
    ['that log in and pay in a private window', true, privateWindow],
    ['without signals', false, (n: number) => ({ ...guest(n), signals: null })],
    ['without a name', false, (n: number) => ({ ...guest(n), account: null })],
  ] as const) {
    test(`new accounts at one address ${name} are challenged from the tenth card of a minute on`, async () => {
      const simulation = await Simulation.ofOwner(store);
      if (login)
        for (let n = 0; n < CARDS; n += 1) await simulation.send({ type: 'login', ...guest(n), after: SECOND });
      const decisions = await payAtOnce(simulation, paying);
      assert.deepEqual(stopped(decisions), FROM_THE_TENTH, decisions.join(' '));
    });
  }

  test('a thief who pays at once on a new device does not challenge the owner on a known one, nor do claims', async () => {
    const simulation = await Simulation.ofOwner(store);
    await payAtOnce(simulation, (n) => ({ signals: guest(n).signals, address: CARRIER }));
    const owner = await simulation.send({ type: 'payment_attempt', after: SECOND });
    assert.equal(describe(owner), 'allow 0 KNOWN_DEVICE');
    await payAtOnce(simulation, () => ({ credential: 'public' }));
    const again = await simulation.send({ type: 'payment_attempt', after: SECOND });
    assert.equal(describe(again), 'allow 0 KNOWN_DEVICE');
  });

  test('where more customers are at home than new accounts pay in a minute, nobody is challenged', async () => {
    const simulation = await Simulation.open(store);
    for (let day = 0; day < 2; day += 1) {
      for (let n = 0; n < 24; n += 1) await simulation.send({ type: 'login', ...guest(200 + n) });
      simulation.wait(day === 0 ? DAY : MINUTE);
    }
    const decisions = await payAtOnce(simulation, guest);
    assert.deepEqual(new Set(decisions), new Set(['monitor']));
  });
});
