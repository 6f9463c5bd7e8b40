// Tests keys and tokens: every single-character mistake is detected without a lookup.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENVIRONMENT_KINDS, KEY_KINDS } from '../vocabulary/words.ts';
import {
  credentialDigest,
  formatKey,
  formatLinkToken,
  formatSessionToken,
  formatWebhookSecret,
  lastFour,
  parseCredential,
} from './credential.ts';

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });

test('parses the kind and environment of a key', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...KEY_KINDS),
      fc.constantFrom(...ENVIRONMENT_KINDS),
      bytes(16),
      (kind, environment, raw) => {
        const key = formatKey(kind, environment, raw);
        assert.match(key, /^(pub|sec)_(test|live)_[0-9a-z]{32}$/);
        assert.deepEqual(parseCredential(key), { kind, environment });
        assert.equal(lastFour(key), key.slice(-4));
      },
    ),
  );
});

test('recognizes a session token', () => {
  assert.deepEqual(parseCredential(formatSessionToken(randomBytes(32))), { kind: 'session' });
});

test('rejects every one-character change, truncation or addition', () => {
  fc.assert(
    fc.property(
      bytes(16),
      fc.nat(),
      fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyzABCXYZ-_ \n'),
      (raw, position, wrong) => {
        const key = formatKey('secret', 'live', raw);
        const at = position % key.length;
        fc.pre(key[at] !== wrong);
        assert.equal(parseCredential(key.slice(0, at) + wrong + key.slice(at + 1)), null);
        assert.equal(parseCredential(key.slice(0, at)), null);
        assert.equal(parseCredential(key + wrong), null);
      },
    ),
  );
  for (const text of [
    '',
    'sec_live_',
    'x'.repeat(100_000),
    '\u0000',
    formatKey('public', 'test', randomBytes(16)).toUpperCase(),
  ]) {
    assert.equal(parseCredential(text), null);
  }
});

test('rejects a key with its kind or environment exchanged', () => {
  const key = formatKey('public', 'test', randomBytes(16));
  assert.equal(parseCredential(key.replace('pub_', 'sec_')), null);
  assert.equal(parseCredential(key.replace('_test_', '_live_')), null);
});

test('every byte of randomness counts', () => {
  const formats: [size: number, format: (raw: Uint8Array) => string][] = [
    [16, (raw) => formatKey('secret', 'live', raw)],
    [32, formatSessionToken],
    [32, formatLinkToken],
    [32, formatWebhookSecret],
  ];
  for (const [size, format] of formats) {
    const zeros = new Uint8Array(size);
    const texts = Array.from(zeros, (_, index) => format(zeros.with(index, 1)));
    assert.equal(new Set([format(zeros), ...texts]).size, size + 1);
  }
});

test('the token of a link is no credential', () => {
  assert.equal(parseCredential(formatLinkToken(randomBytes(32))), null);
});

test('digests are SHA-256 in hex, and a webhook secret has 256 bits', () => {
  assert.equal(credentialDigest('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.match(formatWebhookSecret(randomBytes(32)), /^whsec_[0-9a-z]{52}$/);
  assert.throws(() => formatKey('public', 'test', randomBytes(8)), RangeError);
});
