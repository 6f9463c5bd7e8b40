// Attacks on a site whose server sends signals, but no stored id (docs/scoring.md).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, HOME, OWNER, Simulation } from './simulation.ts';

const PHONE = phone(null);
/** A carrier's addresses, each in a /16 of its own. */
const carrier = (n: number) => `85.${7 + n}.${n}.9`;

await onAnyEngine(({ store }) => {
  /** The owner's history, on a phone that other customers have, too. */
  const owner = async (signals: Record<string, unknown> = PHONE) => {
    const simulation = await Simulation.ofOwner(store, { signals });
    for (let n = 0; n < 3; n += 1) {
      for (const type of ['login', 'login']) {
        await simulation.send({ type, account: `other ${n}`, signals: PHONE, address: `93.184.${n}.1` });
      }
    }
    return simulation;
  };

  test('the owner of a common phone is monitored on new networks, also after an update', async () => {
    const simulation = await owner();
    const agent = String(PHONE.user_agent).replace('OS 18_7', 'OS 18_8').replace('26.3', '26.4');
    const updated = { ...PHONE, user_agent: agent, webgl_hash: 'new' };
    for (let n = 0; n < 6; n += 1) {
      const signals = n < 3 ? PHONE : updated;
      const login = await simulation.send({ type: 'login', signals, address: carrier(n), after: DAY });
      assert.equal(describe(login), 'monitor 30 FINGERPRINT_ONLY NEW_NETWORK', `day ${n}`);
      const payment = await simulation.send({ type: 'payment_attempt', signals, address: carrier(n) });
      assert.equal(payment.decision, 'challenge', describe(payment));
    }
    const home = await simulation.send({ type: 'login', signals: PHONE, address: HOME });
    assert.equal(home.decision, 'allow', describe(home));
  });

  test('a thief with the password and such a phone logs in monitored, and proves and changes nothing', async () => {
    const simulation = await owner();
    const thief = { signals: PHONE, address: ABROAD };
    for (const after of [0, HOUR, 2 * DAY]) {
      assert.equal((await simulation.send({ ...thief, type: 'login', after })).decision, 'monitor');
      for (const type of ['payment_attempt', 'payout_change', 'email_change']) {
        const next = await simulation.send({ ...thief, type });
        assert.ok(['challenge', 'block'].includes(next.decision), `${type}: ${describe(next)}`);
      }
    }
  });

  test('what all phones of a system share is not enough, and neither is a phone that only a claim has proven', async () => {
    const simulation = await owner();
    const shared = phone(null, { webgl_hash: null, math_hash: null });
    const login = await simulation.send({ type: 'login', signals: shared, address: ABROAD });
    assert.equal(login.decision, 'challenge', describe(login));
    const claimed = await Simulation.open(store);
    for (const day of [0, 1]) {
      const claim = { credential: 'public' as const, signals: PHONE, address: ABROAD, after: day * DAY };
      await claimed.send({ ...claim, type: 'login' });
    }
    await claimed.ownerHistory();
    const planted = await claimed.send({ type: 'login', account: OWNER, signals: PHONE, address: '177.10.3.4' });
    assert.equal(planted.decision, 'challenge', describe(planted));
  });

  test("where the owner's phone has shown an id, its look is not enough", async () => {
    const simulation = await owner(phone(OWN_ID));
    for (const signals of [PHONE, phone(FRESH_ID)]) {
      const login = await simulation.send({ type: 'login', signals, address: ABROAD });
      assert.equal(login.decision, 'challenge', describe(login));
    }
  });
});
