// Tests the states of sources whose id or fingerprint is the account's own, but not the rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, HOME, known, login, pairOf, provenAtHome } from '../../test/scoring/input.ts';
import type { History } from './history.ts';
import { score } from './score.ts';

test('a proven id recognizes nobody without the signals of its device', () => {
  const { resolution } = provenAtHome();
  const stateOf = (corroborated: boolean) => score(known({ resolution: { ...resolution, corroborated } })).state;
  assert.deepEqual([stateOf(true), stateOf(false)], ['known', 'unproven']);
});

test('nor does a match by signals that shows too few of them', () => {
  const { resolution } = provenAtHome();
  const linked = { ...resolution, method: 'fingerprint_similar' } as const;
  const stateOf = (corroborated: boolean) => score(known({ resolution: { ...linked, corroborated } })).state;
  assert.deepEqual([stateOf(true), stateOf(false)], ['fingerprint', 'unproven']);
});

test('a fingerprint that other accounts share says nothing far from home, but does near it', () => {
  const stateOf = (seen: Partial<History['seenFingerprint']>, narrowInWide: number, pair: History['pair'] = null) => {
    const seenFingerprint = { own: true, settled: true, elsewhere: false, ...seen };
    return score(login({}, { seenFingerprint, pair, networks: { ...AWAY, narrowInWide } })).state;
  };
  assert.equal(stateOf({}, 0), 'fp_elsewhere');
  assert.equal(stateOf({ elsewhere: true }, 0), 'new');
  assert.equal(stateOf({ elsewhere: true }, 0, pairOf()), 'unproven');
  assert.equal(stateOf({ elsewhere: true }, 1), 'fp_elsewhere');
});

test('the look of a device that has never shown an id counts far from home, however many others have it, but not at home', () => {
  const { resolution } = provenAtHome();
  const seenFingerprint = { own: false, settled: false, elsewhere: true };
  for (const method of ['ambiguous', 'fingerprint_exact'] as const) {
    const assess = (looksOwn: boolean, networks: History['networks']) =>
      score(login({ resolution: { ...resolution, method, looksOwn } }, { networks, seenFingerprint }));
    const away = assess(true, AWAY);
    assert.deepEqual([away.state, away.score, away.proves], ['fp_elsewhere', 30, false]);
    assert.equal(assess(false, AWAY).state, 'new');
    assert.equal(assess(true, HOME).state, 'new');
  }
});
