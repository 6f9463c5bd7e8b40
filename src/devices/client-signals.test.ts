// Tests how client signals are split for storage: one stable text per digest, and no identifier in plain text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MAX_STORED_BYTES, splitSignals } from './client-signals.ts';
import { digest } from './digest.ts';

test('hashes an opaque text to 22 characters of base64url (16 bytes)', () => {
  const abc = digest('abc');
  // The first 16 bytes of SHA-256("abc"), FIPS 180-2 appendix B.1.
  assert.equal(Buffer.from(abc, 'base64url').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223');
  assert.equal(abc.length, 22);
});

test('gives equal texts for equal signals regardless of key order', () => {
  const one = splitSignals({ platform: 'Win32', screen: { width: 1, height: 2 }, canvas_hash: 'x' });
  const other = splitSignals({ canvas_hash: 'x', screen: { height: 2, width: 1 }, platform: 'Win32' });
  assert.deepEqual(one, other);
  assert.equal(one.stableDigest, digest(one.stable as string));
});

test('stores no secret at any depth', () => {
  const stored = splitSignals({
    persistent_id: 'plain-id-1',
    session_token: 'plain-token',
    fingerprintjs: {
      visitorId: 'plain-visitor',
      components: { canvas: { value: 1, duration: 3 } },
      persistent_id: 'plain-id-2',
    },
    thumbmark: { components: {}, deep: [{ session_token: 'plain-token-2' }] },
  });
  const all = `${stored.stable}${stored.volatile}`;
  assert.ok(!all.includes('plain'), all);
  assert.ok(all.includes(digest('plain-id-1')));
});

test('separates volatile signals so that the stable text is stored once', () => {
  const visit = (ms: number, id: string) =>
    splitSignals({
      persistent_id: id,
      platform: 'Win32',
      behavior: { ms_to_submit: ms },
      window: { focused: true },
      connection_rtt: ms,
      automation: { webdriver: false },
      fingerprintjs: { components: { fonts: { value: [], duration: ms } } },
    });
  assert.equal(visit(10, 'first-id').stableDigest, visit(20, 'other-id').stableDigest);
  assert.notEqual(visit(10, 'first-id').volatile, visit(20, 'first-id').volatile);
});

test('stores signs of automation once, and no session token, which the event has itself', () => {
  const visit = (token: string, webdriver: boolean) =>
    splitSignals({ session_token: token, platform: 'Win32', automation: { webdriver } });
  assert.equal(visit('one', false).stableDigest, visit('other', false).stableDigest);
  assert.notEqual(visit('one', false).stableDigest, visit('one', true).stableDigest);
  assert.equal(visit('one', true).stable, '{"automation":{"webdriver":true},"platform":"Win32"}');
  assert.equal(visit('one', true).volatile, null);
});

test('stores nothing when nothing was sent', () => {
  assert.deepEqual(splitSignals(null), { stable: null, stableDigest: null, volatile: null, dropped: [] });
  assert.deepEqual(splitSignals({}), { stable: null, stableDigest: null, volatile: null, dropped: [] });
});

test('treats a key named __proto__ like any other key', () => {
  const signals = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": 2}}') as Record<
    string,
    unknown
  >;
  const { stable } = splitSignals(signals);
  assert.equal(stable, '{"__proto__":{"polluted":1},"constructor":{"prototype":2}}');
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test('S1: stores at most 16 KiB, dropping unknown keys first, then collectors, then the largest', () => {
  const known = { platform: 'Linux x86_64', languages: ['en'], behavior: { pasted: true } };
  const junk = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`junk_${n}`, 'x'.repeat(1_000 + n)]));
  const stored = splitSignals({ ...junk, ...known });
  assert.ok(stored.dropped.length > 0 && stored.dropped.length <= 50);
  assert.ok(stored.dropped.every((name) => name.startsWith('junk_')));
  assert.equal(stored.dropped[0], 'junk_99', 'the largest first');
  const bytes = Buffer.byteLength(`${stored.stable}${stored.volatile}`);
  assert.ok(bytes <= MAX_STORED_BYTES && bytes > MAX_STORED_BYTES - 2_000, String(bytes));
  assert.match(stored.stable ?? '', /"platform":"Linux x86_64"/);
  assert.match(stored.stable ?? '', /"junk_0"/, 'what fits is stored');
  assert.equal(stored.volatile, '{"behavior":{"pasted":true}}');
  assert.deepEqual(splitSignals({ ...known, ...junk }), stored, 'regardless of key order');

  const fonts = Array.from({ length: 300 }, (_, n) => `é Font ${n} ${'x'.repeat(40)}`);
  const large = splitSignals({ ...known, fonts, thumbmark: { a: 'y'.repeat(4_000) }, ['k'.repeat(5_000)]: 1 });
  assert.deepEqual(large.dropped, [`${'k'.repeat(64)}…`, 'thumbmark', 'fonts']);
  assert.match(large.stable ?? '', /platform/);
  assert.deepEqual(splitSignals(known).dropped, []);
});
