// Tests that events with the looks of the owner's browser or new computer do not get the owner blocked there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, idOf, NEIGHBOR, Simulation } from './simulation.ts';

/** A browser that adds noise, so that drawings differ with `n`; `version` counts majors. */
function noisy(id: string | null, n: number, version = 0): Record<string, unknown> {
  return desktop(id, {
    user_agent: String(desktop(null).user_agent).replaceAll('147', String(147 + version)),
    ...{ canvas_hash: `c${n}`, webgl_hash: `w${n}`, audio_hash: `a${n}`, fonts: ['Arial', 'Candara'] },
  });
}

/** A computer that nobody else in the tests has. */
const laptop = (id: string | null) =>
  desktop(id, {
    ...{
      canvas_hash: 'lc',
      webgl_hash: 'lw',
      fonts: ['Arial', 'Gill Sans'],
      hardware_concurrency: 10,
      device_memory: 16,
    },
    webgl_vendor: 'Google Inc. (AMD)',
    webgl_renderer: 'ANGLE (AMD, AMD Radeon 780M (0x000015BF) Direct3D11 vs_5_0 ps_5_0, D3D11)',
    screen: { width: 1440, height: 900, avail_width: 1440, avail_height: 860, color_depth: 24, pixel_ratio: 2 },
  });

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

  test("wrong passwords with the signals of the owner's new laptop, from anywhere, do not block the owner's login on a trip", async () => {
    for (const credential of ['public', 'secret'] as const) {
      for (const address of [ABROAD, NEIGHBOR]) {
        for (const id of [null, idOf(5)]) {
          const simulation = await Simulation.ofOwner(store, { credential });
          if (credential === 'secret') simulation.reportDaily();
          const trip = { type: 'login', signals: laptop(FRESH_ID), address: '93.184.1.9', credential };
          await simulation.send(trip);
          await simulation.guess(15, () => ({ signals: laptop(id), address, credential }));
          const login = await simulation.send(trip);
          assert.deepEqual([login.score, login.decision], [89, 'challenge'], `${credential}, ${address}, ${id}`);
        }
      }
    }
  });
});
