// Tests that a sentence calls a count a minimum where windows leave out repetitions, and states it where they do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { login, rows } from '../../../test/scoring/input.ts';
import type { ScoringInput } from '../facts.ts';
import type { PastEvent } from '../history.ts';
import { score } from '../score.ts';

type Rows = (count: number, changes?: (index: number) => Partial<PastEvent>) => PastEvent[];

const sentence = (input: ScoringInput, code: string) =>
  score(input).signals.find((signal) => signal.code === code)?.description ?? 'did not fire';
const other: Rows = (count, changes = () => ({})) =>
  rows(count, (index) => ({ account: `other${index}`, ...changes(index) }));

test('failures are a minimum from twenty on', () => {
  const ofOneAccount = (count: number) => login({ type: 'login_failed' }, { account: rows(count - 1) });
  const ofOthers = (count: number) => login({ type: 'login_failed' }, { fingerprint: other(count - 1) });
  assert.match(sentence(ofOneAccount(19), 'BRUTE_FORCE_SUSPECTED'), /^19 failed logins on this account/);
  assert.match(sentence(ofOneAccount(61), 'BRUTE_FORCE_SUSPECTED'), /^At least 61 failed logins on this account/);
  assert.match(sentence(ofOneAccount(61), 'PERSISTENT_FAILURES'), /keeps failing: at least 61 times/);
  assert.match(sentence(ofOthers(19), 'CREDENTIAL_STUFFING_SUSPECTED'), /^19 accounts failed from this fingerprint/);
  assert.match(sentence(ofOthers(401), 'CREDENTIAL_STUFFING_SUSPECTED'), /^At least 401 accounts failed from this/);
  assert.match(sentence(ofOthers(1_201), 'CREDENTIAL_STUFFING_SUSPECTED'), /^At least 1,201 accounts failed from this/);
});

test('failed payments, signups and resets are a minimum from their lower limits on', () => {
  const payments = (count: number) => ({ device: other(count - 1, () => ({ type: 'payment_failed' })) });
  const failed = { type: 'payment_failed' } as const;
  assert.match(sentence(login(failed, payments(7)), 'PAYMENT_VELOCITY'), /^7 failed payments from this device/);
  assert.match(
    sentence(login(failed, payments(9)), 'PAYMENT_VELOCITY'),
    /^At least 9 failed payments from this device/,
  );
  const signups = (count: number) => ({ device: other(count - 1, () => ({ type: 'signup' })) });
  assert.match(sentence(login({ type: 'signup' }, signups(3)), 'SIGNUP_VELOCITY'), /^3 signups from this device/);
  assert.match(sentence(login({ type: 'signup' }, signups(61)), 'SIGNUP_VELOCITY'), /^At least 61 signups from/);
  const resets = (count: number) => ({ device: other(count - 1, () => ({ type: 'password_reset_requested' })) });
  const reset = { type: 'password_reset_requested' } as const;
  assert.match(sentence(login(reset, resets(9)), 'PASSWORD_RESET_VELOCITY'), /^Password resets of 9 accounts/);
  assert.match(
    sentence(login(reset, resets(61)), 'PASSWORD_RESET_VELOCITY'),
    /^Password resets of at least 61 accounts/,
  );
});
