// Tests which past events count as those of an event's own source, for each way in which an account recognizes a source.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, HOME, known, login, NOW, pairOf, pastEvent, provenAtHome } from '../../test/scoring/input.ts';
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';
import { deriveFacts } from './derive-facts.ts';
import type { Facts, ScoringInput } from './facts.ts';
import type { History, PastEvent } from './history.ts';
import {
  failuresOfDevice,
  failuresOfSource,
  isSameSource,
  nearbyUnrecognizedFailures,
  promptsBefore,
  rowsOfSource,
  unrecognizedFailuresOnAccount,
  wrongCodesBefore,
} from './windows.ts';

const ADJACENT = { counterAddress: '9.9.8.8' };
const ABROAD = { counterAddress: '1.1.1.1', wideNetwork: '1.1.0.0/16' };
const ANOTHER = { device: 'another', fingerprint: 'another' };
const HIDDEN = { ...login().network, classification: 'private', counterKey: null } as const;

/** Whether each of the rows, changed from one of the same source, comes from the source of the event. */
const same = (input: ScoringInput, ...rows: Partial<PastEvent>[]) => {
  const facts = deriveFacts(input);
  return rows.map((changes) => isSameSource(facts, pastEvent(1000, { recognized: facts.recognized, ...changes })));
};

test('an unrecognized source answers for its device, its fingerprint and its address', () => {
  const source = login();
  assert.deepEqual(same(source, {}, { recognized: true }), [true, false]);
  assert.deepEqual(same(source, { ...ABROAD, fingerprint: 'another' }, { ...ABROAD, device: 'another' }), [true, true]);
  assert.deepEqual(same(source, ANOTHER, { ...ANOTHER, ...ADJACENT }), [true, false]);
  const hidden = login({ network: HIDDEN });
  assert.deepEqual(same(hidden, { ...ANOTHER, counterAddress: null }), [false], 'no address distinguishes anybody');
  const unknown = { device: 'another', fingerprint: null, ...ABROAD };
  assert.deepEqual(same(login({ fingerprint: null }), unknown), [false], 'nor does the lack of a fingerprint');
});

test('a source recognized by its stored id answers for its own device at its own address', () => {
  assert.deepEqual(same(known(), {}, ADJACENT, { device: 'another' }), [true, false, false]);
  assert.deepEqual(same(known({}, { networks: AWAY }), { recognized: false }), [false]);
  const hidden = known({ network: HIDDEN });
  assert.deepEqual(same(hidden, { counterAddress: null }, {}), [true, false]);
});

test('a source that only looks like a device of the account answers for all that do, and for its network', () => {
  const looks = login({}, { networks: HOME, seenFingerprint: { own: true, settled: true, elsewhere: false } });
  assert.deepEqual(same(looks, { device: 'another', ...ABROAD }, { fingerprint: 'another', ...ABROAD }), [true, true]);
  assert.deepEqual(same(looks, { ...ANOTHER, ...ADJACENT }, { ...ANOTHER, ...ABROAD }), [true, false]);
  const withOtherId = { ...looks, resolution: { ...looks.resolution, method: 'persistent_id' } } as const;
  assert.deepEqual(same(withOtherId, { device: 'another', ...ABROAD }), [true]);
});

test('a source without signals answers for all such sources of its network', () => {
  const bare = { credential: 'secret', signalCount: 0, signals: null, fingerprint: null } as const;
  const source = login(bare, { networks: HOME, pair: pairOf({ firstProofAt: NOW - DAY }) });
  const rows = [ADJACENT, ABROAD].map((from) => ({ device: 'another', fingerprint: null, ...from }));
  assert.deepEqual(same(source, ...rows, ADJACENT), [true, false, false]);
});

test('the most failures of the source in one window count, those of the event included', () => {
  const failed = (count: number, changes: Partial<PastEvent> = {}) =>
    Array.from({ length: count }, () => pastEvent(HOUR, changes));
  const failures = (history: Partial<History>, changes: Partial<ScoringInput> = {}) =>
    failuresOfSource(deriveFacts(login(changes, history)), DAY);
  assert.equal(failures({}), 0);
  assert.equal(failures({}, { type: 'login_failed' }), 1);
  for (const name of ['account', 'device', 'fingerprint', 'address'] as const) {
    assert.equal(failures({ [name]: failed(3) }, { type: 'login_failed' }), 4, name);
    assert.equal(failures({ [name]: failed(3, { account: 'other' }) }), 0, name);
    assert.equal(failures({ [name]: failed(3, { type: 'login' }) }), 0, name);
  }
  assert.equal(failures({ account: failed(3), device: failed(2) }), 3);
  assert.equal(rowsOfSource(deriveFacts(login({}, { account: failed(2, { recognized: true }) })))[0]?.length, 0);
});

test("prompts and wrong codes of the server count, except in a place that is firmly the owner's", () => {
  const prompts = Array.from({ length: 4 }, (_, index) =>
    pastEvent(index * MINUTE, { type: 'mfa_failed', ...ANOTHER }),
  );
  const reported = prompts.map((row) => ({ ...row, credential: 'secret' as const, ...ABROAD }));
  const passed = { type: 'mfa_passed', credential: 'secret' } as const;
  const before = (input: ScoringInput) => {
    const facts = deriveFacts(input);
    return [promptsBefore(facts), wrongCodesBefore(facts)];
  };
  const claimed = prompts.map((row) => ({ ...row, ...ABROAD }));
  assert.deepEqual(before(login(passed, { account: reported })), [4, 4]);
  assert.deepEqual(before(login(passed, { account: claimed })), [0, 0], 'claims of other machines');
  assert.deepEqual(before(login(passed, { account: prompts })), [4, 0], 'claims of its own address');
  const logins = reported.map((row) => ({ ...row, type: 'login' }));
  assert.deepEqual(before(login(passed, { account: logins })), [0, 0]);
  const challenges = reported.map((row) => ({ ...row, type: 'mfa_challenge' }));
  assert.deepEqual(before(login(passed, { account: challenges })), [4, 0]);
  const older = [15 * MINUTE - 1, 15 * MINUTE, DAY - 1, DAY].map((ago) =>
    pastEvent(ago, { type: 'mfa_failed', credential: 'secret', ...ANOTHER, ...ABROAD }),
  );
  assert.deepEqual(before(login(passed, { account: older })), [1, 3]);

  const { pair } = provenAtHome().history;
  const account = reported;
  assert.deepEqual(before(known(passed, { account })), [0, 0], 'the first device at home');
  assert.deepEqual(before(known(passed, { account, networks: { ...HOME, narrowFirm: false } })), [4, 4]);
  assert.deepEqual(before(known(passed, { account, pairOnFirstDay: false })), [4, 4]);
  const confirmed = pairOf({ ...pair, confirmedAt: NOW - DAY });
  assert.deepEqual(before(known(passed, { account, pairOnFirstDay: false, pair: confirmed })), [0, 0]);
  assert.deepEqual(before(login(passed, { account, networks: HOME, pair })), [4, 4], 'without the stored id');
});

test("failures of a recognized device, and of unrecognized sources on the account, are each other's opposite", () => {
  const own = { recognized: true } as const;
  const account = [
    pastEvent(HOUR, own),
    pastEvent(HOUR, { ...own, ...ABROAD }),
    pastEvent(HOUR, { ...own, device: 'another' }),
    pastEvent(HOUR, { ...own, type: 'login' }),
    pastEvent(HOUR, ANOTHER),
    pastEvent(HOUR),
    pastEvent(HOUR, { ...ANOTHER, ...ABROAD }),
    pastEvent(HOUR, { ...ANOTHER, type: 'mfa_failed' }),
    pastEvent(DAY, own),
    pastEvent(DAY),
  ];
  const counts = (facts: Facts) => [
    failuresOfDevice(facts, DAY, 'anywhere'),
    failuresOfDevice(facts, DAY, 'wide network'),
    unrecognizedFailuresOnAccount(facts, DAY),
    nearbyUnrecognizedFailures(facts, DAY),
  ];
  const failed = { type: 'login_failed' } as const;
  assert.deepEqual(counts(deriveFacts(known({}, { account }))), [2, 1, 3, 2]);
  assert.deepEqual(counts(deriveFacts(known(failed, { account }))), [3, 2, 3, 2]);
  assert.deepEqual(counts(deriveFacts(login(failed, { account }))), [3, 2, 4, 3]);
});
