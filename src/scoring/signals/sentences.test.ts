// Tests that the sentences about new devices say what the account has proven, in the words of the dashboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOME, known, login, NOW, pairOf } from '../../../test/scoring/input.ts';
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import type { ScoringInput } from '../facts.ts';
import { score } from '../score.ts';

const sentence = (input: ScoringInput, code: string) =>
  score(input).signals.find((signal) => signal.code === code)?.description ?? 'did not fire';
/** Proven an hour ago, by an account that is a month old. */
const recent = pairOf({ eventCount: 29, firstSeenAt: NOW - DAY, firstProofAt: NOW - HOUR, lastProofAt: NOW - HOUR });

test('a payment on a device with earlier events is not called new to the account', () => {
  const payment = { type: 'payment_attempt' } as const;
  const unproven = login(payment, { pair: pairOf({ eventCount: 29 }) });
  assert.equal(
    sentence(unproven, 'PAYMENT_ON_NEW_DEVICE'),
    'A payment from a device that the account has not proven (29 earlier events).',
  );
});

test('a device that was proven an hour ago is called proven recently, not unproven', () => {
  const history = { pair: recent, networks: HOME };
  assert.equal(
    sentence(known({ type: 'payment_attempt' }, history), 'PAYMENT_ON_NEW_DEVICE'),
    'A payment from a device that the account proved only recently (29 earlier events).',
  );
  assert.equal(
    sentence(known({ type: 'phone_change' }, history), 'SENSITIVE_CHANGE_UNRECOGNIZED'),
    'Phone change from a device that the account proved only recently.',
  );
});

test('a sensitive change is named as people know it', () => {
  const change = (type: string) => sentence(login({ type }), 'SENSITIVE_CHANGE_UNRECOGNIZED');
  const source = 'from a device and network that the account has not proven.';
  assert.equal(change('mfa_disabled'), `Second factor disabled ${source}`);
  assert.equal(change('api_key_created'), `API key created ${source}`);
  assert.equal(change('email_change'), `Email change ${source}`);
});

test('an ambiguous match is not said to be a device that was never seen', () => {
  const created = { device: { id: null, isTrusted: false, firstProofAt: null, replacedAt: null } } as const;
  const by = (method: 'new_device' | 'ambiguous') =>
    sentence(login({ ...created, resolution: { ...login().resolution, method } }), 'NEW_DEVICE');
  assert.equal(by('new_device'), 'The device has never been seen before.');
  assert.equal(by('ambiguous'), 'The device resembles known ones, but could not be matched to any of them.');
});
