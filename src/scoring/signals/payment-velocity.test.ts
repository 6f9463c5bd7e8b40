// Tests which failed payments PAYMENT_VELOCITY counts: of the device, of its look at one address, and of the account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { known, login, NOW, pairOf, pastEvent } from '../../../test/scoring/input.ts';
import { DAY, HOUR, MINUTE } from '../../vocabulary/clock.ts';
import type { ScoringInput } from '../facts.ts';
import type { PastEvent } from '../history.ts';
import { score } from '../score.ts';

const failed = (count: number, changes: Partial<PastEvent> = {}, ago = MINUTE) =>
  Array.from({ length: count }, () => pastEvent(ago, { type: 'payment_failed', account: 'other', ...changes }));
/** The key of the evidence, and its sentence. */
const fired = (input: ScoringInput) => {
  const signal = score(input).signals.find(({ code }) => code === 'PAYMENT_VELOCITY');
  return [signal?.metadata.key, signal?.metadata.failures];
};
const payment = { type: 'payment_failed' } as const;
const OTHER_LOOK = { device: 'another', fingerprint: 'another' };

test('four failures within an hour, or ten within a day, are too many; an attempt adds none', () => {
  const attempt = { type: 'payment_attempt' } as const;
  assert.deepEqual(fired(login(payment, { device: failed(3) })), ['device', 4]);
  assert.deepEqual(fired(login(attempt, { device: failed(3) })), [undefined, undefined]);
  assert.deepEqual(fired(login(attempt, { device: failed(4) })), ['device', 4]);
  assert.deepEqual(fired(login({ type: 'login' }, { device: failed(9) })), [undefined, undefined]);
  assert.deepEqual(fired(login(payment, { device: failed(9, {}, DAY - 1) })), ['device', 10]);
  assert.deepEqual(fired(login(payment, { device: failed(8, {}, DAY - 1) })), [undefined, undefined]);
  assert.deepEqual(fired(login(payment, { device: failed(9, {}, DAY) })), [undefined, undefined]);
});

test('the account shows failures of the device that a flood pushes out of its window', () => {
  const own = { account: 'account', recognized: true };
  assert.deepEqual(fired(known(payment, { account: failed(3, own) })), ['device', 4]);
  assert.deepEqual(fired(known(payment, { account: failed(3, { ...own, device: 'another' }) })), [
    undefined,
    undefined,
  ]);
  assert.deepEqual(fired(known(payment, { account: failed(9, { account: 'account' }) })), [undefined, undefined]);
});

test('failures with the look of the event count at its address, also where the window of the look has lost them', () => {
  const alike = failed(3, { device: 'another' });
  const key = (history: object, changes: Partial<ScoringInput> = {}) =>
    fired(login({ ...payment, ...changes }, history))[0];
  assert.equal(key({ fingerprint: alike }), 'fingerprint');
  assert.equal(key({ address: alike }), 'fingerprint');
  assert.equal(key({ address: failed(9, OTHER_LOOK) }), undefined);
  assert.equal(key({ fingerprint: failed(3, { device: 'another', type: 'login_failed' }) }), undefined);
  assert.equal(key({ fingerprint: failed(3, { device: 'another', recognized: true }) }), undefined);
  assert.equal(key({ fingerprint: failed(3, { device: 'another' }, HOUR) }), undefined);
  const network = { ...login().network, classification: 'private', counterKey: null } as const;
  const hidden = failed(3, { device: 'another', counterAddress: null });
  assert.equal(key({ fingerprint: hidden }, { network }), undefined, 'no address distinguishes anybody');
  const unknown = failed(3, { device: 'another', fingerprint: null });
  assert.equal(key({ address: unknown }, { fingerprint: null }), undefined, 'nor does the lack of a fingerprint');
});

test('failures of unrecognized sources on the account do not count against a recognized one', () => {
  const account = failed(3, { ...OTHER_LOOK, account: 'account' });
  assert.deepEqual(fired(login(payment, { account })), ['account', 4]);
  assert.deepEqual(fired(known(payment, { account })), [undefined, undefined]);
  const owner = failed(9, { ...OTHER_LOOK, account: 'account', recognized: true });
  assert.deepEqual(fired(login(payment, { account: owner })), [undefined, undefined]);
  const logins = failed(9, { ...OTHER_LOOK, account: 'account', type: 'login_failed' });
  assert.deepEqual(fired(login(payment, { account: logins })), [undefined, undefined]);
});

test('on a device that the account has known for under a day, failures on all devices that it recognizes count', () => {
  const account = failed(3, { ...OTHER_LOOK, account: 'account', recognized: true });
  const since = (ago: number) => ({ account, pair: pairOf({ firstProofAt: NOW - ago }) });
  assert.deepEqual(fired(known(payment, since(DAY - MINUTE))), ['devices', 4]);
  assert.deepEqual(fired(known(payment, since(DAY))), [undefined, undefined], 'on a known device');
  const others = failed(9, { ...OTHER_LOOK, account: 'account' });
  assert.deepEqual(fired(known(payment, { ...since(HOUR), account: others })), [undefined, undefined], 'by strangers');
});

test('on a device that the account has known for a day, ten failures a day on all such devices count', () => {
  const rows = (count: number, changes: Partial<PastEvent> = {}) => {
    const row = { ...OTHER_LOOK, account: 'account', recognized: true, settled: true, credential: 'secret' } as const;
    return { account: failed(count, { ...row, ...changes }), pair: pairOf({ firstProofAt: NOW - DAY }) };
  };
  assert.deepEqual(fired(known(payment, rows(9))), ['devices', 10]);
  assert.deepEqual(fired(known(payment, rows(8))), [undefined, undefined]);
  assert.deepEqual(fired(known(payment, rows(9, { settled: false }))), [undefined, undefined], 'on newer devices');
  assert.deepEqual(fired(known(payment, rows(9, { credential: 'public' }))), [undefined, undefined], 'claims');
  const codes = score(known(payment, rows(9))).signals.map(({ code }) => code);
  assert.ok(codes.includes('CARD_TESTING_SUSPECTED'), codes.join(' '));
});

test('the sentence says where the payments failed', () => {
  const sentence = (history: object) =>
    score(login(payment, history)).signals.find(({ code }) => code === 'PAYMENT_VELOCITY')?.description;
  assert.equal(sentence({ device: failed(3) }), '4 failed payments from this device within 1 hour.');
  const account = failed(3, { ...OTHER_LOOK, account: 'account', at: NOW - 1 });
  const others = '4 failed payments on this account by unrecognized sources within 1 hour.';
  assert.equal(sentence({ account }), others);
});

test('without signals, failures of the account from its network count, with whatever User-Agent', () => {
  const noSignals = { credential: 'secret', signalCount: 0, signals: null, fingerprint: null, ...payment } as const;
  const key = (changes: Partial<PastEvent>) => {
    const row = { ...OTHER_LOOK, fingerprint: null, account: 'account', recognized: true, ...changes };
    return fired(known(noSignals, { account: failed(3, row) }))[0];
  };
  assert.equal(key({}), 'network');
  assert.equal(key({ counterAddress: '9.9.1.1' }), 'network', 'in the /16');
  assert.equal(key({ wideNetwork: '8.8.0.0/16' }), undefined);
  assert.equal(key({ recognized: false }), undefined, 'by someone else');
  assert.equal(key({ fingerprint: 'another' }), undefined, 'with signals');
  const ofAnother = failed(3, { ...OTHER_LOOK, fingerprint: null, recognized: true });
  assert.equal(fired(known(noSignals, { device: ofAnother }))[0], undefined, 'of another account');
});
