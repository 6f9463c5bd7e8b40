// Tests parsing addresses: canonical form, classification, mask and counting keys.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { parseAddress } from './network.ts';

test('classifies addresses', () => {
  const classes: Record<string, string[]> = {
    public: ['8.8.8.8', '81.2.69.142', '2a00:1450:4001:81b::200e'],
    private: ['10.1.2.3', '172.16.0.1', '192.168.1.1', 'fc00::1'],
    loopback: ['127.0.0.1', '::1'],
    link_local: ['169.254.1.1', 'fe80::1'],
    carrier_nat: ['100.64.0.1', '100.127.255.254'],
    documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
    multicast: ['224.0.0.1', 'ff02::1'],
    reserved: ['255.255.255.255', '198.18.0.1', '192.88.99.1', '1::1', '4000::1'],
    unspecified: ['0.0.0.0', '::'],
  };
  for (const [word, addresses] of Object.entries(classes)) {
    for (const address of addresses) assert.equal(parseAddress(address)?.classification, word, address);
  }
});

test('treats an IPv4-mapped address as the IPv4 address', () => {
  assert.deepEqual(parseAddress('::ffff:8.8.8.8'), parseAddress('8.8.8.8'));
  assert.deepEqual(parseAddress('::FFFF:0808:0808'), parseAddress('8.8.8.8'));
});

test('classifies and counts tunnel addresses as the IPv4 address inside', () => {
  // 8.8.8.8 as 6to4, Teredo and NAT64; 10.0.0.1 as 6to4.
  for (const text of ['2002:808:808::1', '2001:0:4136:e378:8000:63bf:f7f7:f7f7', '64:ff9b::808:808']) {
    const { canonical, masked, ...keys } = parseAddress(text) as NonNullable<ReturnType<typeof parseAddress>>;
    const {
      canonical: _,
      masked: __,
      ...inner
    } = parseAddress('8.8.8.8') as typeof keys & { canonical: string; masked: string };
    assert.deepEqual(keys, inner, text);
    assert.ok(canonical.includes(':') && masked.endsWith(':xxx'), text);
  }
  assert.equal(parseAddress('2002:a00:1::1')?.classification, 'private');
  assert.equal(parseAddress('2002::1')?.classification, 'unspecified');
});

test('rejects ports, zones, short forms, other notations and junk', () => {
  for (const junk of [
    '',
    '8.8.8.8:80',
    '[::1]',
    'fe80::1%eth0',
    '127.1',
    '0177.0.0.1',
    '0x7f.1',
    '2130706433',
    '1.2.3',
    'unknown',
    '1.2.3.256',
    '::g',
    ' 8.8.8.8',
    'a'.repeat(10_000),
  ]) {
    assert.equal(parseAddress(junk), null, junk.slice(0, 40));
  }
});

test('computes masks and keys', () => {
  const four = parseAddress('203.0.113.9');
  assert.deepEqual(
    [four?.masked, four?.counterKey, four?.narrow, four?.wide],
    ['203.0.113.xxx', '203.0.113.9', '203.0.113.0/24', '203.0.0.0/16'],
  );
  const six = parseAddress('2001:DB8:7:9:1::1');
  assert.equal(six?.canonical, '2001:db8:7:9:1::1');
  assert.deepEqual(
    [six?.masked, six?.counterKey, six?.narrow, six?.wide],
    ['2001:db8:7:9:1::xxx', '2001:db8:7:9::/64', '2001:db8:7::/48', '2001:db8::/32'],
  );
  assert.equal(parseAddress('2001:db8::1')?.masked, '2001:db8::xxx');
});

test('gives every IPv4 and IPv6 address one canonical form', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const address = parseAddress(text);
      if (address === null) return; // An embedded dotted quad that ipaddr.js rejects.
      assert.deepEqual(parseAddress(address.canonical), address);
      assert.ok(!address.masked.endsWith(text.slice(-1)) || address.masked.endsWith('xxx'));
    }),
  );
});
