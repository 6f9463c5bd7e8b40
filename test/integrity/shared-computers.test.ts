// Tests identical computers, or phones, behind one address that dozens of people use, as in a ward, in a lab or on a carrier's network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { desktop, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, idOf, NEIGHBOR, type SentEvent, Simulation } from './simulation.ts';

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

  const SLOW = { attempts: 24, every: 30 * MINUTE };
  /** Ten customers on machines of their own for three days, all alike, and then attempts on accounts that nobody has. */
  const afterWrongNames = async (machine: typeof desktop, isKnown: boolean, { attempts, every } = SLOW) => {
    const simulation = await Simulation.open(store);
    for (let day = 0; day < 3; day += 1) {
      simulation.wait(DAY - 200 * MINUTE);
      for (let n = 0; n < 10; n += 1) {
        const signals = isKnown
          ? machine(idOf(n))
          : machine(idOf(n), { canvas_hash: `own ${n}`, webgl_hash: `own ${n}` });
        await simulation.send({ type: 'login', account: `customer ${n}`, signals, after: 20 * MINUTE });
      }
    }
    for (let n = 0; n < attempts; n += 1) {
      const wrong = { account: `mistyped ${n}`, signals: machine(idOf(100 + n)), after: every };
      await simulation.send({ type: 'login_failed', ...wrong });
    }
    return simulation;
  };

  test('nobody is blocked on a new one because many mistyped their names on others like it', async () => {
    for (const machine of [desktop, phone]) {
      const simulation = await afterWrongNames(machine, true);
      const login = await simulation.send({ type: 'login', account: 'newcomer', signals: machine(idOf(50)) });
      assert.equal(describe(login), 'allow 20 NEW_DEVICE');
    }
  });

  test('newcomers on new ones are challenged, not blocked, while an attacker on one of them tries many accounts', async () => {
    const simulation = await afterWrongNames(desktop, true, { attempts: 16, every: 2 * MINUTE });
    const login = await simulation.send({ type: 'login', account: 'newcomer', signals: desktop(idOf(50)) });
    assert.match(describe(login), /^challenge 89 NEW_DEVICE CREDENTIAL_STUFFING_SUSPECTED/);
  });

  test('on a machine that no customer at the address has, a login is challenged and a failed one blocked after such failures', async () => {
    const simulation = await afterWrongNames(desktop, false);
    const signals = desktop(idOf(50));
    const login = await simulation.send({ type: 'login', account: 'newcomer', signals });
    assert.equal(describe(login), 'challenge 89 NEW_DEVICE CREDENTIAL_STUFFING_SUSPECTED');
    const failed = await simulation.send({ type: 'login_failed', account: 'another', signals: desktop(idOf(51)) });
    assert.equal(failed.decision, 'block', describe(failed));
  });

  test('a newcomer is challenged, not blocked, where others have signed up and tried many accounts', async () => {
    const simulation = await Simulation.open(store);
    const machine = (n: number) => desktop(idOf(n), { canvas_hash: `own ${n}`, webgl_hash: `own ${n}` });
    await simulation.guess(20, (n) => ({ account: `mistyped ${n}`, signals: machine(n) }));
    simulation.wait(HOUR);
    for (let n = 0; n < 4; n += 1) {
      await simulation.send({ type: 'signup', account: `newcomer ${n}`, signals: machine(100 + n) });
    }
    const login = await simulation.send({ type: 'login', account: 'newcomer 3', signals: machine(103) });
    assert.equal(describe(login), 'challenge 89 UNPROVEN_DEVICE CREDENTIAL_STUFFING_SUSPECTED SIGNUP_VELOCITY');
  });

  /** Four teachers on machines of their own, and a guest on a phone, on three days in a row. */
  const school = async () => {
    const simulation = await Simulation.open(store);
    for (let day = 0; day < 3; day += 1) {
      if (day > 0) simulation.wait(DAY);
      for (let n = 0; n < 4; n += 1) {
        const signals = desktop(idOf(n), { canvas_hash: `own ${n}`, webgl_hash: `own ${n}` });
        await simulation.send({ type: 'login', account: `teacher ${n}`, signals, after: MINUTE });
      }
      await simulation.send({ type: 'login', account: 'guest', signals: phone(idOf(90)) });
    }
    return simulation;
  };

  test('a class that mistypes its passwords and then logs in is not challenged', async () => {
    const simulation = await school();
    for (let n = 0; n < 20; n += 1) {
      const pupil = { account: `pupil ${n}`, signals: desktop(idOf(100 + n)), after: MINUTE };
      if (n % 2 === 0) await simulation.send({ type: 'login_failed', ...pupil });
      const login = await simulation.send({ type: 'login', ...pupil });
      assert.equal(login.decision, 'allow', `pupil ${n}: ${describe(login)}`);
    }
  });

  test('during an attack that changes its look with each attempt, a new device of an old account is challenged, a newcomer is not', async () => {
    const simulation = await school();
    for (let n = 0; n < 9; n += 1) {
      const signals = desktop(idOf(100 + n), {
        canvas_hash: `tool ${n}`,
        webgl_hash: `tool ${n}`,
        user_agent: `tool ${n}`,
      });
      await simulation.send({ type: 'login_failed', account: `leaked ${n}`, signals, after: MINUTE });
    }
    const login = { type: 'login', signals: desktop(idOf(150), { canvas_hash: 'own', webgl_hash: 'own' }) } as const;
    const newcomer = await simulation.send({ ...login, account: 'newcomer' });
    assert.equal(describe(newcomer), 'monitor 45 NEW_DEVICE MULTI_ACCOUNT_FAILURES');
    const old = await simulation.send({ ...login, account: 'guest' });
    assert.equal(describe(old), 'challenge 89 NEW_DEVICE CREDENTIAL_STUFFING_SUSPECTED');
  });
});
