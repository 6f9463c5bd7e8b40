// Tests webhook targets: forbidden addresses in every notation, and URLs that are rejected when an endpoint is saved.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAllowedAddress, MAX_URL_LENGTH, parseRange, parseTarget, type TargetRules } from './target.ts';

const STRICT: TargetRules = { allowed: [], own: [] };
const LOCAL: TargetRules = {
  allowed: ['127.0.0.0/8', '::1'].map(parseRange),
  own: [{ range: parseRange('127.0.0.1'), port: 8080 }],
};

const FORBIDDEN = [
  '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254',
  '172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1',
  '203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16',
  ':: ::1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:10.0.0.1 ::127.0.0.1 ::a9fe:a9fe 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1 100::1 2001::1 2001:1::1 2001:db8::1 2002:7f00:1::1 3fff::1 3fff:fff::1 4000::1 5f00::1 fc00::1',
  'fd00:ec2::254 fe80::1 fec0::1 ff02::1 ::ffff:0:127.0.0.1',
].flatMap((line) => line.split(' '));
const PUBLIC =
  '8.8.8.8 1.1.1.1 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 168.63.129.17 9.255.255.255 11.0.0.1 ::ffff:8.8.8.8 2606:4700::1111 2001:4860:4860::8888 2a00:1450::1'.split(
    ' ',
  );

describe('checking an address', () => {
  test('rejects every special range in IPv4, IPv6 and IPv4-mapped IPv6', () => {
    for (const address of FORBIDDEN) assert.equal(isAllowedAddress(address, 443, STRICT), false, address);
    for (const address of PUBLIC) assert.equal(isAllowedAddress(address, 443, STRICT), true, address);
  });

  test('rejects anything but a plain address', () => {
    for (const text of [
      '',
      'localhost',
      '127.1',
      '2130706433',
      '0x7f.1',
      '8.8.8',
      '8.8.8.8.',
      'fe80::1%eth0',
      '2606:4700::1%eth0',
    ]) {
      assert.equal(isAllowedAddress(text, 443, STRICT), false, text);
    }
  });

  test('allows exactly the ranges that the operator lists', () => {
    assert.equal(isAllowedAddress('127.0.0.1', 9000, LOCAL), true);
    assert.equal(isAllowedAddress('::ffff:127.0.0.1', 9000, LOCAL), true);
    assert.equal(isAllowedAddress('::1', 9000, LOCAL), true);
    assert.equal(isAllowedAddress('10.0.0.1', 9000, LOCAL), false);
    assert.equal(isAllowedAddress('::2', 9000, LOCAL), false);
  });

  test('never allows the address of the service itself', () => {
    assert.equal(isAllowedAddress('127.0.0.1', 8080, LOCAL), false);
    assert.equal(isAllowedAddress('::ffff:127.0.0.1', 8080, LOCAL), false);
    assert.equal(
      isAllowedAddress('8.8.8.8', 443, { allowed: [], own: [{ range: parseRange('8.8.8.8'), port: 443 }] }),
      false,
    );
  });

  test('allows other addresses on the port of the service, and a single address as a range of one', () => {
    assert.equal(isAllowedAddress('127.0.0.2', 8080, LOCAL), true);
    const single = { allowed: [parseRange('10.0.0.1'), parseRange('fd00::1')], own: [] };
    assert.equal(isAllowedAddress('10.0.0.1', 443, single), true);
    assert.equal(isAllowedAddress('10.0.0.2', 443, single), false);
    assert.equal(isAllowedAddress('fd00::2', 443, single), false);
  });

  test('rejects a malformed range and quotes it', () => {
    for (const text of ['', '10/8', '10.0.0.0/33', 'loopback', '1.2.3.4/']) {
      assert.throws(
        () => parseRange(text),
        (error: Error) => error instanceof RangeError && error.message.includes(text),
      );
    }
  });
});

describe('parsing a URL', () => {
  const codeOf = (url: string, rules = STRICT) => {
    const result = parseTarget(url, rules);
    return 'code' in result ? result.code : result.url;
  };

  test('normalizes a valid URL and drops its fragment', () => {
    assert.equal(codeOf('https://Example.com/hook?x=1#top'), 'https://example.com/hook?x=1');
    assert.equal(codeOf('HTTPS://example.com/hook'), 'https://example.com/hook');
    assert.equal(codeOf('http://example.com:8080'), 'http://example.com:8080/');
    assert.equal(codeOf('https://bücher.example/'), 'https://xn--bcher-kva.example/');
    assert.deepEqual(parseTarget('https://[2606:4700::1111]/', STRICT), {
      url: 'https://[2606:4700::1111]/',
      host: '2606:4700::1111',
      port: 443,
    });
  });

  test('rejects other schemes, credentials, port 0, control characters and malformed URLs', () => {
    for (const scheme of [
      'file:///etc/passwd',
      'gopher://x.example/',
      'ftp://x.example/',
      'javascript:alert(1)',
      'ws://x.example/',
    ]) {
      assert.equal(codeOf(scheme), 'scheme', scheme);
    }
    assert.equal(codeOf('https://user@example.com/'), 'credentials');
    assert.equal(codeOf('https://user:pass@example.com/'), 'credentials');
    assert.equal(codeOf('https://:pass@example.com/'), 'credentials');
    assert.equal(codeOf('https://example.com:0/'), 'port');
    assert.equal(codeOf(`https://example.com/${'a'.repeat(10_240)}`), 'too_long');
    assert.equal(codeOf(`https://example.com/${'a'.repeat(MAX_URL_LENGTH - 20)}`).length, MAX_URL_LENGTH);
    for (const text of [
      '',
      'example.com',
      '/hook',
      'https://',
      'https://:443/',
      'https:///x',
      'https:example.com',
      'https://example.com:99999/',
    ]) {
      assert.equal(codeOf(text), 'malformed', text);
    }
    for (const [text, detail] of [
      ['abc', /must start with http/],
      ['https://', /must start with http/],
      ['https://example.com:99999/', /is not valid/],
    ] as const) {
      const result = parseTarget(text, STRICT);
      assert.match('detail' in result ? result.detail : '', detail);
    }
    for (const character of [' ', '\t', '\r', '\n', '\r\nX-Evil: 1', '\u0000', '\u2028', '\u00a0']) {
      assert.equal(codeOf(`https://example.com/${character}a`), 'malformed', JSON.stringify(character));
      assert.equal(codeOf(`https://example.com/a${character}`), 'malformed', JSON.stringify(character));
    }
  });

  test('checks literal addresses in every notation, and names of this machine', () => {
    const notations = [
      '127.0.0.1 127.1 0177.0.0.1 0x7f.0.0.1 2130706433 127.0.0.1. １２７.0.0.1 169.254.169.254 0 [::1] [::ffff:7f00:1]',
      '[::ffff:169.254.169.254] [fe80::1] [64:ff9b::7f00:1] localhost localhost. LOCALHOST api.localhost a.localhost.',
    ].flatMap((line) => line.split(' '));
    for (const host of notations) assert.equal(codeOf(`http://${host}/`), 'forbidden_address', host);
    assert.equal(codeOf('http://127.1:9000/', LOCAL), 'http://127.0.0.1:9000/');
    assert.equal(codeOf('http://localhost:9000/', LOCAL), 'http://localhost:9000/');
    assert.equal(codeOf('http://127.0.0.1:8080/', LOCAL), 'forbidden_address');
    assert.equal(codeOf('http://notlocalhost/', STRICT), 'http://notlocalhost/');
  });
});
