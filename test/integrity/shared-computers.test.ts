// Tests identical computers behind one address that dozens of people use in turn, as in a ward or a lab.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { desktop } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, idOf, NEIGHBOR, type SentEvent, Simulation } from './simulation.ts';

const FIRST = desktop(idOf(1));
const SECOND = desktop(idOf(2));

await onAnyEngine(({ store }) => {
  /**
   * The matron uses both computers once, on the first day, so that the second one's id joins the first one's device; the nurse uses the
   * first one that day. Returns the simulation on the next day, and the device.
   */
  const ward = async () => {
    const simulation = await Simulation.open(store);
    const { device } = await simulation.send({ type: 'login', account: 'matron', signals: FIRST });
    const second = await simulation.send({ type: 'login', account: 'matron', signals: SECOND });
    assert.equal(second.device, device, 'an id looks lost when another one comes with the same signals');
    await simulation.send({ type: 'login', account: 'nurse', signals: FIRST, after: HOUR });
    simulation.wait(DAY);
    return { simulation, device };
  };
  /** The device of the second computer at the nurse's next login there. */
  const ofSecond = async (simulation: Simulation) =>
    (await simulation.send({ type: 'login', account: 'nurse', signals: SECOND })).device;

  test('are told apart a day later, when anyone who knows the first one returns to it', async () => {
    const { simulation, device } = await ward();
    const first = await simulation.send({ type: 'login', account: 'nurse', signals: FIRST });
    assert.equal(first.device, device);
    const second = await ofSecond(simulation);
    assert.notEqual(second, device);
    for (const [signals, own] of [
      [FIRST, device],
      [SECOND, second],
    ] as const) {
      const doctor = await simulation.send({ type: 'login', account: 'doctor', signals });
      assert.equal(doctor.device, own);
    }
  });

  test('stay one device until someone who has known the first one for a day logs in there', async () => {
    const others: readonly SentEvent[] = [
      { type: 'login', account: 'doctor' },
      { type: 'login', account: 'nurse', address: ABROAD },
      { type: 'login', account: 'nurse', credential: 'public' },
      { type: 'login_failed', account: 'nurse' },
      { type: 'payment_attempt', account: 'nurse' },
      { type: 'page_view', account: 'nurse' },
    ];
    for (const event of others) {
      const { simulation, device } = await ward();
      await simulation.send({ ...event, signals: FIRST });
      assert.equal(await ofSecond(simulation), device, `${event.type} of the ${event.account}`);
    }
    const { simulation, device } = await ward();
    await simulation.send({ type: 'login', account: 'nurse', address: NEIGHBOR, signals: FIRST });
    assert.notEqual(await ofSecond(simulation), device, 'next door');
  });
});
