// Attacks with events under the public key, each as it was reproduced: no claim, failure or view changes another decision.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, SECOND } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, HOME, OWNER, type Result, Simulation } from './simulation.ts';

await onAnyEngine(({ store }) => {
  test('claims made before the first report of the server do not challenge the customer twice', async () => {
    for (const claims of [1, 10]) {
      const simulation = await Simulation.open(store);
      const claim = { type: 'login', signals: phone(FRESH_ID), address: ABROAD, credential: 'public' as const };
      for (let n = 0; n < claims; n += 1) await simulation.send({ ...claim, after: DAY });
      simulation.wait(DAY);
      await simulation.send({ type: 'login' });
      for (let visit = 2; visit < 5; visit += 1) {
        const login = await simulation.send({ type: 'login' });
        assert.equal(
          login.decision,
          'allow',
          `${claims} claims, visit ${visit}: ${login.score} ${login.codes.join(' ')}`,
        );
      }
      simulation.wait(3 * DAY);
      const thief = await simulation.send({ type: 'login', signals: phone(FRESH_ID), address: ABROAD });
      assert.ok(thief.score >= 30 && !thief.codes.includes('KNOWN_DEVICE'), `${thief.score} ${thief.codes.join(' ')}`);
      const change = await simulation.send({ type: 'payout_change', signals: phone(FRESH_ID), address: ABROAD });
      assert.notEqual(change.decision, 'allow', `${change.score} ${change.codes.join(' ')}`);
    }
  });

  test('forged failures change nothing while the server reports logins, and block nobody where it does not', async () => {
    for (const credential of ['secret', 'public'] as const) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({ credential }, 8);
      const office = Array.from({ length: 5 }, (_, n) => ({
        type: 'login',
        account: `colleague ${n}`,
        signals: desktop(String(n).repeat(32), { canvas_hash: `c${n}` }),
        address: HOME,
        credential,
      }));
      for (let day = 0; day < 2; day += 1) {
        for (const login of office) await simulation.send(login);
        simulation.wait(DAY);
      }
      for (const login of office) await simulation.send(login);
      const fake = { type: 'login_failed', credential: 'public' as const, after: SECOND };
      for (let n = 0; n < 60; n += 1) {
        const id = n.toString(16).padStart(32, '0');
        await simulation.send({ ...fake, account: `victim ${n}`, signals: phone(id), address: HOME });
      }
      const laptop = desktop('e'.repeat(32), { canvas_hash: 'new laptop' });
      const honest = [
        { type: 'signup', account: 'new customer', signals: phone('d'.repeat(32)), address: '93.184.1.9' },
        { type: 'signup', account: 'new neighbor', signals: phone('f'.repeat(32)), address: HOME },
        { type: 'login', account: 'colleague 1', signals: laptop, address: HOME },
        { type: 'login', account: OWNER },
      ];
      for (const event of honest) {
        const result = await simulation.send({ ...event, credential });
        const what = `${event.account}, ${credential}: ${result.score} ${result.codes.join(' ')}`;
        assert.notEqual(result.decision, 'block', what);
        if (credential === 'secret') assert.equal(result.decision, 'allow', what);
      }
    }
  });

  test('two hundred page views hide neither stuffing nor brute force', async () => {
    for (const credential of ['secret', 'public'] as const) {
      const simulation = await Simulation.open(store);
      const attempt = { type: 'login_failed', signals: phone(FRESH_ID), address: ABROAD, credential };
      const flood = async () => {
        const view = { type: 'page_view', signals: phone(FRESH_ID), address: ABROAD, credential: 'public' as const };
        for (let n = 0; n < 30; n += 1) await simulation.send({ ...view, after: SECOND / 10 });
      };
      let blocked = 0;
      for (let n = 0; n < 14; n += 1) {
        await flood();
        const result = await simulation.send({ ...attempt, account: `victim ${n}` });
        if (result.decision === 'block') blocked += 1;
      }
      assert.ok(blocked >= 6, `${blocked} of the last ten were blocked (${credential})`);
      await simulation.ownerHistory({ credential }, 4);
      let last: Result | null = null;
      for (let n = 0; n < 11; n += 1) {
        await flood();
        last = await simulation.send({ ...attempt, after: SECOND });
      }
      assert.equal(last?.decision, 'block', `${last?.score} ${last?.codes.join(' ')}`);
    }
  });
});
