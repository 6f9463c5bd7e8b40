// Tests which texts are IP addresses, and which addresses a range contains.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ipaddr from 'ipaddr.js';
import { isWithin, parseIp } from './ip-address.ts';

test('reads plain addresses only, and mapped ones as IPv4', () => {
  const read = (text: string) => parseIp(text)?.toString() ?? null;
  assert.deepEqual(
    [read('81.2.69.142'), read('::ffff:10.0.0.1'), read('2001:DB8::1')],
    ['81.2.69.142', '10.0.0.1', '2001:db8::1'],
  );
  assert.equal(read('0000:0000:0000:0000:0000:ffff:192.168.100.228'), '192.168.100.228', 'the longest form');
  for (const text of [
    '',
    '127.1',
    '0x7f.1',
    '2130706433',
    '10.0.0.1:80',
    '[::1]',
    'fe80::1%eth0',
    '10.0.0.256',
    `::1${' '.repeat(43)}`,
  ]) {
    assert.equal(read(text), null, text);
  }
});

test('a range contains addresses of its own family', () => {
  const within = (text: string, range: string) => isWithin(ipaddr.parse(text), ipaddr.parseCIDR(range));
  assert.deepEqual([within('10.1.2.3', '10.0.0.0/8'), within('11.0.0.0', '10.0.0.0/8')], [true, false]);
  assert.deepEqual([within('2001:db8::1', '2001:db8::/32'), within('2001:db9::1', '2001:db8::/32')], [true, false]);
  assert.ok(!within('10.0.0.1', '::/0') && !within('::1', '0.0.0.0/0'));
});
