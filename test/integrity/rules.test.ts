// Tests policy rules that require a second factor against thieves who look for a way around them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BAND_TOPS } from '../../src/scoring/level.ts';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { describe, HOME, idOf, NEIGHBOR, Simulation } from './simulation.ts';

/** The first rule of docs/recipes/thresholds.md. */
const UNPROVEN = ['NEW_DEVICE', 'UNPROVEN_DEVICE', 'FINGERPRINT_ONLY', 'UNKNOWN_SOURCE'];
const SECOND_FACTOR = {
  event_type: 'login',
  conditions: { all: [{ field: 'signal.present', operator: 'in', value: UNPROVEN }] },
  action: { decision: 'challenge' },
} as const;

const robot = { automation: { webdriver: true } };

await onAnyEngine(({ store }) => {
  test('a login that a rule challenges proves nothing, though the browser claims to be a robot', async () => {
    for (const claim of [robot, { user_agent: 'HeadlessChrome/147' }, { automation: { bot_kind: 'selenium' } }]) {
      const simulation = await Simulation.ofOwner(store);
      simulation.reportDaily();
      await simulation.addRule(SECOND_FACTOR);
      const login = { type: 'login', address: NEIGHBOR };
      const claimed = await simulation.send({ ...login, signals: phone(idOf(1), claim) });
      assert.ok(claimed.decision === 'challenge' && claimed.score > BAND_TOPS.medium, describe(claimed));
      for (const wait of [0, DAY + HOUR]) {
        simulation.wait(wait);
        const plain = await simulation.send({ ...login, signals: phone(idOf(1)) });
        assert.equal(plain.decision, 'challenge', describe(plain));
      }
    }
  });

  test("an account's own robot is known from its second login on where no rule challenges it", async () => {
    const simulation = await Simulation.open(store);
    simulation.reportDaily();
    const login = { type: 'login', account: 'monitor', address: HOME, signals: phone(idOf(2), robot) };
    const first = await simulation.send(login);
    assert.equal(first.decision, 'challenge', describe(first));
    simulation.wait(DAY + HOUR);
    const known = await simulation.send(login);
    assert.deepEqual([known.decision, known.score], ['monitor', 35], describe(known));
  });
});
