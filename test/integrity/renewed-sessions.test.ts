// Tests customers who stay signed in for months: the server reports a login whenever it renews a session, as the documentation advises.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, type SentEvent, Simulation } from './simulation.ts';

/** The session of the owner's phone, open since before Assay was introduced; and a thief's machine. */
const session: Partial<SentEvent> = { signals: phone(OWN_ID, { session_token: 'of the phone' }) };
const thief: Partial<SentEvent> = { signals: desktop(FRESH_ID), address: ABROAD };
const robber: Partial<SentEvent> = {
  signals: desktop(FRESH_ID, { session_token: 'of the phone' }),
  address: ABROAD,
};

await onAnyEngine(({ store }) => {
  /** Four weeks of visits in a session, renewed every two weeks; other customers log in meanwhile. */
  async function signedIn(renewal: string): Promise<Simulation> {
    const simulation = await Simulation.open(store);
    simulation.reportDaily();
    for (let day = 0; day < 28; day += 1) {
      await simulation.send({ ...session, type: day % 14 === 0 ? renewal : 'page_view', after: DAY });
    }
    return simulation;
  }

  test('a renewed session is a login: a thief with the password is challenged', async () => {
    const simulation = await signedIn('login');
    const login = await simulation.send({ ...thief, type: 'login' });
    assert.equal(login.decision, 'challenge', describe(login));
    const change = await simulation.send({ ...thief, type: 'payout_change' });
    assert.equal(change.decision, 'block', describe(change));
    const payment = await simulation.send({ ...session, type: 'payment_attempt', address: '62.4.5.6' });
    assert.equal(payment.decision, 'allow', describe(payment));
  });

  test('a thief who renews a stolen session is challenged, at every renewal', async () => {
    const simulation = await signedIn('login');
    for (let renewal = 0; renewal < 3; renewal += 1) {
      const login = await simulation.send({ ...robber, type: 'login', after: DAY });
      assert.equal(login.decision, 'challenge', describe(login));
    }
    const change = await simulation.send({ ...robber, type: 'payout_change' });
    assert.equal(change.decision, 'block', describe(change));
  });

  test('without it, the account has proven nothing: the thief is its first customer', async () => {
    const simulation = await signedIn('page_view');
    const login = await simulation.send({ ...thief, type: 'login' });
    const change = await simulation.send({ ...thief, type: 'payout_change' });
    assert.deepEqual([login, change].map(describe), ['allow 20 NEW_DEVICE', 'allow 0 ']);
    const own = await simulation.send({ ...session, type: 'payout_change' });
    assert.equal(own.decision, 'block', describe(own));
  });
});
