// Tests that the parts of a score add up to it, and that every difference is explained.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreParts } from './score-parts.ts';

const signal = (code: string, weight: number, metadata = {}) => ({ code, weight, description: code, metadata });

test('separates signals by sign, heaviest first', () => {
  const parts = scoreParts([signal('NEW_NETWORK', 10), signal('KNOWN_DEVICE', -15), signal('ATTACK_WAVE', 30)], 25);
  assert.deepEqual(
    parts.raising.map(({ code }) => code),
    ['ATTACK_WAVE', 'NEW_NETWORK'],
  );
  assert.deepEqual(
    parts.lowering.map(({ code }) => code),
    ['KNOWN_DEVICE'],
  );
  assert.equal(parts.raised - parts.lowered, 25);
  assert.equal(parts.cut, null);
});

test('explains the ends of the scale', () => {
  assert.match(scoreParts([signal('A', 75), signal('B', 50)], 100).cut ?? '', /add up to 125; the scale ends at 100/);
  assert.match(scoreParts([signal('KNOWN_DEVICE', -15)], 0).cut ?? '', /add up to -15; the scale starts at 0/);
});

test('distinguishes the two ceilings', () => {
  assert.match(scoreParts([signal('A', 80), signal('B', 30)], 89).cut ?? '', /no single signal proves an attack/);
  assert.match(
    scoreParts([signal('A', 80), signal('KNOWN_DEVICE', -15), signal('B', 50)], 89).cut ?? '',
    /a device known to the account/,
  );
});

test('does not blame a missing proof when a signal that may block fired', () => {
  const cut = (about: string) =>
    scoreParts([signal('BRUTE_FORCE_SUSPECTED', 75, { about }), signal('NEW_DEVICE', 20)], 89).cut ?? '';
  assert.match(cut('source'), /add up to 95; the score is capped at 89 because it rests on what others did or could/);
  assert.match(cut('account'), /no single signal proves an attack/);
});

test('says that signals which only rank end with the level', () => {
  const cut = (deciding: number, score: number) =>
    scoreParts([signal('A', deciding), signal('FIRST_SEEN_RECENTLY', 4), signal('RARE_NETWORK', 5)], score).cut;
  assert.match(cut(85, 89) ?? '', /add up to 94; the score ends at 89 because some of them only rank/);
  assert.match(cut(95, 89) ?? '', /no single signal proves an attack/);
  assert.equal(cut(75, 84), null);
  // Far below the ceiling of a known device.
  const known = [
    signal('A', 60),
    signal('KNOWN_DEVICE', -15),
    signal('FIRST_SEEN_RECENTLY', 4),
    signal('RARE_NETWORK', 5),
  ];
  assert.match(scoreParts(known, 49).cut ?? '', /add up to 54; the score ends at 49 because some of them only rank/);
});
