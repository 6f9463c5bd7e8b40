// Tests which evidence of credential stuffing may block, and which failures explain themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, failing, HOME, login, proofs, rows } from '../../../test/scoring/input.ts';
import { DAY, HOUR, MINUTE } from '../../vocabulary/clock.ts';
import type { ScoringInput } from '../facts.ts';
import type { History, PastEvent } from '../history.ts';
import { score } from '../score.ts';

const FAILED = { type: 'login_failed' } as const;
const victims = (count: number, ago: number, changes: Partial<PastEvent> = {}) =>
  rows(count, (index) => ({ account: `victim${index}`, credential: 'secret', ...changes }), ago);
const customers = (count: number, changes: Partial<PastEvent> = {}) =>
  rows(count, (index) => ({ account: `customer${index}`, type: 'login', recognized: true, ...changes }), 2 * HOUR);

/** The rule that the event reached, its score, and whether customers share the evidence; null if the signal does not fire. */
const reached = (event: Partial<ScoringInput>, history: Partial<History>) => {
  const assessed = score(login({ credential: 'secret', ...event }, { environment: failing(30), ...history }));
  const fired = assessed.signals.find(({ code }) => code === 'CREDENTIAL_STUFFING_SUSPECTED');
  return fired === undefined ? null : [fired.metadata.key, assessed.score > 89, fired.metadata.shared];
};

test('a device, and an attack at its address within the hour, block a login; a fingerprint, and an attack of the day, challenge it', () => {
  const elsewhere = { counterAddress: '1.1.1.1' };
  const evidence: [history: Partial<History>, key: string, blocksLogin: boolean][] = [
    [{ device: victims(8, HOUR) }, 'device', true],
    [{ address: victims(8, MINUTE) }, 'address', true],
    [{ address: victims(20, 2 * HOUR) }, 'address', false],
    [{ fingerprint: victims(8, MINUTE, elsewhere) }, 'fingerprint', false],
    [{ fingerprint: victims(15, 2 * HOUR, elsewhere) }, 'fingerprint', false],
  ];
  for (const [history, key, blocksLogin] of evidence) {
    assert.deepEqual(reached({}, history), [key, blocksLogin, !blocksLogin], `login by ${key}`);
    assert.deepEqual(reached(FAILED, history), [key, true, false], `failed login by ${key}`);
  }
});

test('a failed login is not blocked for a fingerprint that three old customers of the address have, too', () => {
  const fingerprint = victims(12, MINUTE, { counterAddress: '1.1.1.1' });
  const blocks = (alike: number) => reached(FAILED, { fingerprint, address: customers(alike) });
  assert.deepEqual(
    [blocks(2), blocks(3)],
    [
      ['fingerprint', true, false],
      ['fingerprint', false, true],
    ],
  );
});

test('during an attack at a shared address, sources that do not look like it are challenged, except logins of newcomers', () => {
  const tools = rows(12, (index) => ({
    account: `victim${index}`,
    fingerprint: `tool${index}`,
    agent: `tool${index}`,
  }));
  const address = [...tools, ...customers(4, { agent: 'agent' })];
  const shared = ['address', false, true];
  assert.deepEqual([reached({}, { address }), reached(FAILED, { address })], [shared, shared]);
  const newcomer = {
    networks: { ...HOME, anyProven: false },
    proofs: proofs({ count: 0, firstAt: null, knownSince: null }),
  };
  assert.deepEqual([reached({}, { address, ...newcomer }), reached(FAILED, { address, ...newcomer })], [null, shared]);
  const yesterday = victims(24, 2 * HOUR, { fingerprint: 'tool', agent: 'tool' });
  assert.equal(reached({}, { address: [...yesterday, ...customers(4)] }), null, 'an attack that is over');
});

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
