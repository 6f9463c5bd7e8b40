// Tests SENSITIVE_CHANGE_UNCONFIRMED: a change from a device or network that nothing but time confirms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, HOME, known, NOW, pairOf, proofs } from '../../../test/scoring/input.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { ScoringInput } from '../facts.ts';
import type { History } from '../history.ts';
import { score } from '../score.ts';

const DEVICE = { pairOnFirstDay: false };
const NETWORK = { networks: { ...HOME, narrowFirm: false } };

const fired = (history: Partial<History>, changes: Partial<ScoringInput> = {}) =>
  score(known({ type: 'payout_change', ...changes }, history)).signals.find(
    ({ code }) => code === 'SENSITIVE_CHANGE_UNCONFIRMED',
  );

test('fires for a device or a network of a later day that no second factor has confirmed', () => {
  const parts = (history: Partial<History>) => {
    const { metadata } = fired(history) ?? {};
    return [metadata?.device_unconfirmed, metadata?.network_unconfirmed];
  };
  assert.equal(fired({}), undefined);
  assert.deepEqual(parts(DEVICE), [true, false]);
  assert.deepEqual(parts(NETWORK), [false, true]);
  assert.deepEqual(parts({ ...DEVICE, ...NETWORK }), [true, true]);
  const confirmed = pairOf({ firstProofAt: NOW - 9 * DAY, confirmedAt: NOW - DAY });
  assert.equal(fired({ ...DEVICE, pair: confirmed }), undefined);
  assert.equal(fired(DEVICE, { type: 'payment_attempt' }), undefined);
});

test('does not fire on the first day of an account', () => {
  const since = (knownSince: number | null) => fired({ ...NETWORK, proofs: proofs({ knownSince }) }) !== undefined;
  assert.deepEqual([since(NOW - DAY), since(NOW - DAY + 1), since(null)], [true, false, false]);
});

test('monitors the own device, and says what is unconfirmed', () => {
  assert.equal(score(known({ type: 'payout_change' }, NETWORK)).score, 30);
  const confirmed = (origin: string) =>
    `No second factor has confirmed this ${origin}, which the account did not use on its first day.`;
  assert.equal(fired(DEVICE)?.description, confirmed('device'));
  assert.equal(fired(NETWORK)?.description, confirmed('network'));
  assert.equal(fired({ ...DEVICE, ...NETWORK })?.description, confirmed('device and network'));
});

test('a device that a member trusts is trusted for a change in a firm network only', () => {
  const state = (type: string, history: Partial<History>, resolution: object = {}) => {
    const device = { ...known().device, isTrusted: true };
    return score(known({ type, device, resolution: { ...known().resolution, ...resolution } }, history)).state;
  };
  assert.equal(state('payout_change', {}), 'trusted');
  assert.equal(state('payout_change', NETWORK), 'known');
  assert.equal(state('login', NETWORK), 'trusted');
  const nowhere = { ...HOME, narrowFirm: false, anyProven: false };
  assert.equal(state('payout_change', { networks: nowhere }), 'trusted', 'an account without any network');
  assert.equal(state('login', {}, { idJoined: true }), 'known', 'an id that matching signals attached');
});

test('without signals, a change from a new network is challenged if the account has known the browser for a day, else blocked', () => {
  const at = (firstProofAt: number | null, changes: Partial<ScoringInput> = {}, history: Partial<History> = {}) => {
    const pair = pairOf({ firstProofAt });
    const event = {
      type: 'email_change',
      credential: 'secret',
      signalCount: 0,
      signals: null,
      fingerprint: null,
    } as const;
    return score(known({ ...event, ...changes }, { pair, networks: AWAY, ...history })).score;
  };
  assert.equal(at(NOW - DAY), 89);
  assert.equal(at(NOW - DAY + 1), 100, 'proven in the same visit');
  assert.equal(at(null), 100, 'never proven');
  const withSignals = { proofs: proofs({ withSignals: true }) };
  assert.equal(at(NOW - DAY, {}, withSignals), 100, 'an account whose server sends signals');
});
