// Tests which failures are no evidence of credential stuffing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, failing, login, rows } from '../../../test/scoring/input.ts';
import { DAY, HOUR, MINUTE } from '../../vocabulary/clock.ts';
import type { ScoringInput } from '../facts.ts';
import type { History, PastEvent } from '../history.ts';
import { score } from '../score.ts';

const FAILED = { type: 'login_failed' } as const;
const victims = (count: number, ago: number, changes: Partial<PastEvent> = {}) =>
  rows(count, (index) => ({ account: `victim${index}`, credential: 'secret', ...changes }), ago);

/** The rule that the event reached, its score, and whether customers share the evidence; null if the signal does not fire. */
const reached = (event: Partial<ScoringInput>, history: Partial<History>) => {
  const assessed = score(login({ credential: 'secret', ...event }, { environment: failing(30), ...history }));
  const fired = assessed.signals.find(({ code }) => code === 'CREDENTIAL_STUFFING_SUSPECTED');
  return fired === undefined ? null : [fired.metadata.key, assessed.score > 89, fired.metadata.shared];
};

test('within the hour, failures that their sources have corrected by logging in are no evidence, except on one device', () => {
  const none = environment().failures;
  const hour = (lastHour: number, corrected: number): Partial<History> => ({
    environment: environment({
      failures: {
        ...none,
        login: { ...none.login, lastHour },
        corrected_login: { ...none.corrected_login, lastHour: corrected },
      },
    }),
  });
  const failures = victims(9, MINUTE);
  for (const key of ['address', 'fingerprint'] as const) {
    const found = [1, 2].map((corrected) => reached({}, { [key]: failures, ...hour(9, corrected) }) !== null);
    assert.deepEqual(found, [true, false], key);
    assert.notEqual(reached(FAILED, { [key]: failures, ...hour(9, 2) }), null, `${key}: with its own`);
  }
  assert.notEqual(reached({}, { device: failures, ...hour(9, 9) }), null);
  assert.notEqual(reached({}, { address: victims(20, 2 * HOUR), ...hour(0, 0) }), null, 'a day');
  assert.equal(reached({}, { address: victims(20, DAY), ...hour(0, 0) }), null);
});
