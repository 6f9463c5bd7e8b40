// Tests which addresses are known, and that a flood of new ones takes neither memory nor the place of known ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '../../vocabulary/clock.ts';
import { KnownAddresses } from './known-addresses.ts';

/** Not 0: a clock that begins there hides a sum in place of a difference. */
const START = Date.UTC(2026, 0, 1);
/** More addresses than are kept. */
const FLOOD = 50_001;
const strangers = Array.from({ length: FLOOD }, (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);

test('an address is known when it returns ten minutes after its first use, for the same key', () => {
  let now = START;
  const addresses = new KnownAddresses(() => now);
  addresses.add('key', '198.51.100.1');
  now = START + 10 * MINUTE - 1;
  addresses.add('key', '198.51.100.1');
  assert.equal(addresses.has('key', '198.51.100.1'), false);
  now += 1;
  addresses.add('key', '198.51.100.1');
  assert.equal(addresses.has('key', '198.51.100.1'), true);
  assert.equal(addresses.has('other key', '198.51.100.1'), false);
});

test('a flood of new addresses evicts new ones only', () => {
  let now = START;
  const addresses = new KnownAddresses(() => now);
  addresses.add('key', '198.51.100.1');
  now = START + 10 * MINUTE;
  addresses.add('key', '198.51.100.1');
  addresses.add('key', '198.51.100.2');
  for (const address of strangers) addresses.add('key', address);
  now = START + 20 * MINUTE;
  addresses.add('key', '198.51.100.2');
  assert.equal(addresses.has('key', '198.51.100.1'), true);
  assert.equal(addresses.has('key', '198.51.100.2'), false, 'its first use was forgotten');
});

test('of too many known addresses, the one that was not used for longest is evicted', () => {
  let now = START;
  const addresses = new KnownAddresses(() => now);
  const [first = '', second = '', ...others] = strangers;
  const known = [first, second, ...others.slice(0, -1)];
  for (const address of known) addresses.add('key', address);
  now = START + 10 * MINUTE;
  for (const address of known) addresses.add('key', address);
  addresses.add('key', first);
  addresses.add('key', others.at(-1) ?? '');
  now = START + 20 * MINUTE;
  addresses.add('key', others.at(-1) ?? '');
  assert.deepEqual(
    [first, second].map((address) => addresses.has('key', address)),
    [true, false],
  );
});
