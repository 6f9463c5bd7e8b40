// Tests how the client address is resolved, with and without trusted proxies.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { addressPrefixes, addressReader, canonicalAddress, isLoopback, maskAddress } from './client-address.ts';

function from(peer: string, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
}

test('ignores the header without trusted proxies, even from loopback', () => {
  const read = addressReader([]);
  assert.equal(read(from('203.0.113.7', '198.51.100.1')), '203.0.113.7');
  assert.equal(read(from('127.0.0.1', '198.51.100.1')), '127.0.0.1');
  assert.equal(read(from('::ffff:203.0.113.7')), '203.0.113.7');
});

test('reads the header from the right through trusted proxies', () => {
  const read = addressReader(['10.0.0.0/8', 'fd00::/8']);
  assert.equal(read(from('10.0.0.1', '198.51.100.1')), '198.51.100.1');
  assert.equal(read(from('10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2')), '198.51.100.1');
  assert.equal(read(from('fd00::1', '2001:db8::1')), '2001:db8::1');
  assert.equal(read(from('::ffff:10.0.0.1', '198.51.100.1:4711')), '198.51.100.1');
  assert.equal(read(from('10.0.0.1', '[2001:db8::1]:443')), '2001:db8::1');
  assert.equal(read(from('203.0.113.9', '198.51.100.1')), '203.0.113.9', 'the peer is not trusted');
  assert.equal(read(from('10.0.0.1', '10.0.0.3, 10.0.0.2')), '10.0.0.3', 'all are proxies: the farthest counts');
});

test('reads 32 hops at most, several headers as one, and nothing from a closed connection', () => {
  const read = addressReader(['10.0.0.0/8']);
  const through = (hops: number) =>
    read(from('10.0.0.1', ['198.51.100.1', ...Array(hops).fill('10.0.0.2')].join(', ')));
  assert.deepEqual([through(31), through(32)], ['198.51.100.1', '10.0.0.2']);
  const headers = { 'x-forwarded-for': ['198.51.100.1', '10.0.0.2'] };
  assert.equal(read({ socket: { remoteAddress: '10.0.0.1' }, headers } as unknown as IncomingMessage), '198.51.100.1');
  assert.equal(read(from('10.0.0.1')), '10.0.0.1', 'no header');
  assert.equal(read({ socket: {}, headers: {} } as unknown as IncomingMessage), null);
  assert.equal(read(from('2001:DB8::1')), '2001:db8::1', 'a peer that is no proxy');
});

test('stops at the last trusted proxy when the header contains garbage', () => {
  const read = addressReader(['10.0.0.0/8']);
  for (const garbage of [
    'unknown',
    '',
    ',',
    'x'.repeat(10_240),
    'fe80::1%eth0',
    '0x7f.1',
    '2130706433',
    '127.1',
    '10.0.0.2, unknown',
  ]) {
    assert.equal(read(from('10.0.0.1', `198.51.100.1, ${garbage}`)), '10.0.0.1', garbage.slice(0, 20));
  }
});

test('computes the canonical form, the prefixes for rate limits, the mask and loopback', () => {
  assert.equal(canonicalAddress('2001:DB8:0:0::1'), '2001:db8::1');
  assert.equal(canonicalAddress('::ffff:1.2.3.4'), '1.2.3.4');
  for (const text of ['', '1.2.3', '01.2.3.4', '1.2.3.4.5', 'localhost', '::1%lo', '1.2.3.4/8'])
    assert.equal(canonicalAddress(text), null);
  assert.deepEqual(addressPrefixes('2001:db8:1:2:3::4'), addressPrefixes('2001:db8:1:2:ffff::1'), 'one /64');
  const shared = (one: string, other: string) => {
    const prefixes = addressPrefixes(other);
    return addressPrefixes(one).map((prefix, level) => prefix === prefixes[level]);
  };
  assert.deepEqual(shared('2001:db8:1:2::1', '2001:db8:1:3::1'), [false, true, true], 'one /56');
  assert.deepEqual(shared('2001:db8:1:2::1', '2001:db8:1:ff03::1'), [false, false, true], 'one /48');
  assert.deepEqual(shared('2001:db8:1:2::1', '2001:db8:2:2::1'), [false, false, false]);
  assert.deepEqual(addressPrefixes('203.0.113.7'), ['203.0.113.7']);
  assert.equal(maskAddress('203.0.113.7'), '203.0.113.xxx');
  assert.equal(maskAddress('2001:db8::1'), '2001:db8::xxx');
  assert.ok(isLoopback('127.8.9.1') && isLoopback('::1') && isLoopback('::ffff:127.0.0.1') && !isLoopback('10.0.0.1'));
});
