// Tests MFA_ABUSE_SUSPECTED, and that the end of a burst of prompts proves nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, has, known, login, rows } from '../../../test/scoring/input.ts';
import { MINUTE } from '../../vocabulary/clock.ts';
import type { Assessment } from '../assessment.ts';
import type { PastEvent } from '../history.ts';
import { score } from '../score.ts';

const evidenceOf = ({ signals }: Assessment) =>
  signals.find((signal) => signal.code === 'MFA_ABUSE_SUSPECTED')?.metadata;
const byId = { ...login().resolution, method: 'persistent_id' as const };

test('two wrong codes and a third prompt challenge, four prompts or four wrong codes block', () => {
  const account = rows(7, (index) => ({ type: index % 2 === 0 ? 'mfa_challenge' : 'mfa_failed' }));
  const outcome = (type: string, before: readonly PastEvent[]) => {
    const assessment = score(login({ type, resolution: byId }, { account: [...before] }));
    return { level: assessment.level, evidence: evidenceOf(assessment) };
  };
  const evidence = { threshold: 4, window_ms: 15 * MINUTE };
  assert.deepEqual(outcome('mfa_challenge', account.slice(0, 4)), {
    level: 'high',
    evidence: { attempts: 5, prompts: 3, wrong_codes: 2, ...evidence },
  });
  assert.equal(outcome('mfa_failed', account.slice(0, 5)).level, 'high', 'the third wrong code');
  assert.equal(outcome('mfa_passed', account.slice(0, 6)).level, 'high');
  assert.equal(outcome('mfa_challenge', account.slice(0, 6)).level, 'critical', 'the fourth prompt');
  const codes = account.filter(({ type }) => type === 'mfa_failed');
  assert.equal(outcome('mfa_failed', codes).level, 'critical', 'the fourth wrong code');
});

test('a burst of MFA prompts counts against its own source, and its end is not a proof', () => {
  const account = rows(4, () => ({ type: 'mfa_challenge' }));
  const passed = score(login({ type: 'mfa_passed' }, { account }));
  assert.ok(has(passed, 'MFA_ABUSE_SUSPECTED'));
  assert.equal(passed.level, 'high', 'whoever copied the signals may have forged the prompts');
  assert.equal(score(login({ type: 'mfa_passed', resolution: byId }, { account })).level, 'critical');
  const elsewhere = account.map((row) => ({ ...row, device: 'x', counterAddress: '1.1.1.1', fingerprint: 'x' }));
  assert.ok(!has(score(login({ type: 'mfa_passed' }, { account: elsewhere })), 'MFA_ABUSE_SUSPECTED'));
  assert.equal(score(login({ type: 'mfa_passed', credential: 'secret' }, { account })).proves, false);
  assert.equal(
    score(login({ type: 'mfa_passed', credential: 'secret' }, { account: elsewhere })).proves,
    true,
    'claims',
  );
  const reported = elsewhere.map((row) => ({ ...row, credential: 'secret' as const }));
  assert.equal(score(login({ type: 'mfa_passed', credential: 'secret' }, { account: reported })).proves, false);
  const byStolenId = reported.map((row) => ({ ...row, recognized: true }));
  assert.equal(score(login({ type: 'mfa_passed', credential: 'secret' }, { account: byStolenId })).proves, false);
  for (const others of [reported, byStolenId]) {
    const atHome = known({ type: 'mfa_passed', credential: 'secret' }, { account: others });
    assert.equal(score(atHome).proves, true, 'the stored id at home answers for itself');
    assert.equal(score({ ...atHome, history: { ...atHome.history, networks: AWAY } }).proves, false);
  }
});
