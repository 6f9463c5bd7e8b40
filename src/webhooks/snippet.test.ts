// Tests that a hostile or careless response leaves nothing secret and nothing harmful in the log.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { responseSnippet, SNIPPET_BYTES, SNIPPET_INPUT_BYTES } from './snippet.ts';

const snippet = (text: string, secrets: string[] = []) => responseSnippet(Buffer.from(text), true, secrets);

describe('response snippet', () => {
  test('returns plain text unchanged and null for an empty body', () => {
    assert.equal(snippet('{"ok":true}\n'), '{"ok":true}\n');
    assert.equal(snippet('Grüße <script>alert(1)</script>'), 'Grüße <script>alert(1)</script>');
    assert.equal(snippet(''), null);
  });

  test('masks keys, secrets, signatures and tokens', () => {
    const leaks = [
      'whsec_Zm9vYmFy-_9',
      'sec_live_0123456789abcdef',
      'PUB_TEST_0123',
      `inv_${'z9'.repeat(29)}`,
      'Bearer abc.def-ghi',
      'basic dXNlcjpwYXNz',
      'a1'.repeat(32),
      'A1'.repeat(16),
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
      'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ_-01234567',
      // S8. Written in parts, so that no scanner takes them for real credentials.
      `AKIA${'IOSFODNN7EXAMPLE'}`,
      `ghp_${'a1B2'.repeat(9)}`,
      `xoxb-${'1234567890'}-abcdefghij`,
      `-----BEGIN ${'RSA PRIVATE'} KEY-----\nMIIEow+/ab==\nqwerty+/zz==\n-----END ${'RSA PRIVATE'} KEY-----`,
    ];
    for (const leak of leaks) {
      const stored = snippet(`before <${leak}> after`);
      assert.ok(!stored?.includes(leak.slice(-6)), `${leak} in ${stored}`);
      assert.match(stored ?? '', /^before <.*\[masked\].*> after$/);
    }
    assert.equal(snippet('{"password": "hunter2", "n": 1}'), '{"password": "[masked]", "n": 1}');
    assert.equal(snippet('Set-Cookie: sid=1'), 'Set-Cookie: [masked]');
    assert.equal(snippet('my-own-secret!', ['my-own-secret!']), '[masked]');
  });

  test('masks a secret that is cut off', () => {
    for (let offset = 0; offset < 80; offset++) {
      const text = `${'. '.repeat((SNIPPET_INPUT_BYTES - offset) / 2)} whsec_${'x9'.repeat(40)}`;
      const stored = responseSnippet(Buffer.from(text).subarray(0, SNIPPET_INPUT_BYTES), false);
      assert.ok(!stored?.includes('x9'));
    }
    const whole = `${'. '.repeat(SNIPPET_BYTES / 2 - 10)}whsec_${'x9'.repeat(40)}`;
    assert.ok(!snippet(whole)?.includes('x9'));
  });

  test('drops the last word of a text that is cut off, which may be the start of a signature', () => {
    // Masks shorten the text, so that its end is stored.
    const text = Buffer.from(`${`Bearer ${'t'.repeat(200)} `.repeat(15)}signature 1a2b3c4d5e6f`);
    assert.match(responseSnippet(text, false) ?? '', /\[masked\] signature $/);
    assert.match(responseSnippet(text, true) ?? '', /\[masked\] signature 1a2b3c4d5e6f$/);
  });

  test('returns bounded, valid text without control characters for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: SNIPPET_INPUT_BYTES }), fc.boolean(), (bytes, complete) => {
        const stored = responseSnippet(bytes, complete) ?? '';
        assert.ok(Buffer.byteLength(stored) <= SNIPPET_BYTES);
        assert.doesNotMatch(stored, /\p{Cs}/u);
        assert.doesNotMatch(stored, /[^\P{Cc}\t\n]/u);
      }),
    );
    assert.equal(snippet('a\u0000b\r\n\u001b[31mred\u202e'), 'ab\n[31mred');
    assert.ok(
      Buffer.byteLength(responseSnippet(Buffer.alloc(SNIPPET_INPUT_BYTES, 0xff), false) ?? '') <= SNIPPET_BYTES,
    );
  });
});
