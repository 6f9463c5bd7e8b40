// Tests that claims with the looks of the owner's browser do not make a private window of it look like another machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/vocabulary/clock.ts';
import { desktop } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { idOf, Simulation } from './simulation.ts';

/** A browser that adds noise, so that drawings differ with `n`; `version` counts majors. */
function noisy(id: string | null, n: number, version = 0): Record<string, unknown> {
  return desktop(id, {
    user_agent: String(desktop(null).user_agent).replaceAll('147', String(147 + version)),
    ...{ canvas_hash: `c${n}`, webgl_hash: `w${n}`, audio_hash: `a${n}`, fonts: ['Arial', 'Candara'] },
  });
}

await onAnyEngine(({ store }) => {
  test("a page view with the looks of the owner's browser before its update does not block a private window of it", async () => {
    const visits = async (claims: number) => {
      const simulation = await Simulation.open(store);
      simulation.reportDaily();
      await simulation.send({ type: 'login', signals: noisy(idOf(1), 1) });
      simulation.wait(DAY);
      for (let n = 0; n < claims; n += 1) {
        await simulation.send({ type: 'page_view', signals: noisy(null, 90 + n), credential: 'public' });
      }
      const told: string[] = [];
      for (const [n, type] of ['login', 'payment_attempt', 'email_change'].entries()) {
        const signals = { ...noisy(null, 2 + n, 1), session_token: 'the session of the private window' };
        const { decision } = await simulation.send({ type, signals });
        told.push(decision);
      }
      return told;
    };
    const expected = await visits(0);
    assert.deepEqual(expected, ['allow', 'monitor', 'challenge']);
    assert.deepEqual(await visits(1), expected);
  });
});
