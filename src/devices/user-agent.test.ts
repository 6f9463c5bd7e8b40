// Tests parsing user agents: system, browser, versions and frozen versions.
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseAgent, versionNumbers } from './user-agent.ts';

const CASES: readonly [
  text: string,
  os: string | null,
  osVersion: string | null,
  browser: string | null,
  version: string | null,
][] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0',
    'Windows',
    null,
    'Edge',
    '147',
  ],
  [
    'Mozilla/5.0 (Windows NT 6.1; Win64; x64; rv:115.0) Gecko/20100101 Firefox/115.0',
    'Windows',
    '0.1',
    'Firefox',
    '115',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.4 Safari/605.1.15',
    'macOS',
    null,
    'Safari',
    '26.4',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.1.2 Safari/605.1.15',
    'macOS',
    '10.14.6',
    'Safari',
    '14.1.2',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0',
    'macOS',
    null,
    'Firefox',
    '150',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.3 Mobile/15E148 Safari/604.1',
    'iOS',
    null,
    'Safari',
    '26.3',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'iOS',
    '17.5.1',
    'Safari',
    '17.5',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/147.0.7727.47 Mobile/15E148 Safari/604.1',
    'iOS',
    '18.5',
    'Chrome',
    '147.0.7727.47',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'iOS',
    '18.5',
    'iOS WebView',
    null,
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36',
    'Android',
    null,
    'Chrome',
    '147',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-G991B Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.144 Mobile Safari/537.36',
    'Android',
    '14',
    'Android WebView',
    '120.0.6099.144',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A515F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36',
    'Android',
    '13',
    'Samsung Internet',
    '24',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
    'ChromeOS',
    null,
    'Chrome',
    '147',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/132.0.0.0 Safari/537.36',
    'Linux',
    null,
    'Headless Chrome',
    '132',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.47(0x18002f2c) NetType/WIFI Language/zh_CN',
    'iOS',
    '18.5',
    'WeChat',
    '8.0.47',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-G991B Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.144 MQQBrowser/6.2 TBS/046295 Mobile Safari/537.36 MicroMessenger/8.0.40.2420',
    'Android',
    '14',
    'WeChat',
    '8.0.40.2420',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-G991B Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.144 MQQBrowser/6.2 TBS/046295 Mobile Safari/537.36 V1_AND_SQ_9.0.0 QQ/9.0.0.14110',
    'Android',
    '14',
    'QQ',
    '9.0.0.14110',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.0 MQQBrowser/14.9.7 Mobile/15E148 Safari/604.1',
    'iOS',
    '18.5',
    'QQ Browser',
    '14.9.7',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.9.1',
    'iOS',
    '18.5',
    'Line',
    '14.9.1',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_34.1.0 JsSdk/2.0 NetType/WIFI Channel/App Store',
    'iOS',
    '18.5',
    'TikTok',
    '34.1',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.29.8962',
    'iOS',
    '18.5',
    'LinkedIn',
    '9.29.8962',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.6834.83 Electron/34.0.1 Safari/537.36',
    'Windows',
    null,
    'Electron',
    '34.0.1',
  ],
  [
    'Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/126.4.1 like Chrome/126.0.6478.71 Safari/537.36',
    'Android',
    '11',
    'Silk',
    '126.4.1',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Whale/4.29.282.14 Safari/537.36',
    'Windows',
    null,
    'Whale',
    '4.29.282.14',
  ],
  [
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) 85.0.4183.93/6.5 TV Safari/537.36',
    'Tizen',
    '6.5',
    'Tizen Browser',
    '6.5',
  ],
  ['ShopApp/51 CFNetwork/1568.300.101 Darwin/24.2.0', null, null, 'CFNetwork', '1568.300.101'],
  ['Dart/3.6 (dart:io)', null, null, 'Dart', '3.6'],
  ['okhttp/4.12.0', null, null, 'OkHttp', '4.12'],
  ['curl/8.5.0', null, null, null, null],
  ['', null, null, null, null],
];

test('parses system and browser, and discards frozen versions', () => {
  for (const [text, os, osVersion, browser, version] of CASES) {
    const agent = parseAgent(text);
    const found = [
      agent.osFamily,
      agent.osVersion?.join('.') ?? null,
      agent.browserFamily,
      agent.browserVersion?.join('.') ?? null,
    ];
    assert.deepEqual(found, [os, osVersion, browser, version], text);
  }
});

test('reads the model of an Android device where it is present', () => {
  assert.equal(parseAgent('Mozilla/5.0 (Linux; Android 13; SM-A515F) Chrome/117.0.0.0').model, 'SM-A515F');
  assert.equal(parseAgent('Mozilla/5.0 (Linux; Android 14; SM-G991B Build/UP1A; wv) Chrome/120.0').model, 'SM-G991B');
  assert.equal(parseAgent('Mozilla/5.0 (Linux; Android 10; K) Chrome/147.0.0.0').model, null);
  assert.equal(parseAgent('Mozilla/5.0 (Android 14; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0').model, null);
});

test('removes the trailing zeros of a reduced version', () => {
  assert.deepEqual(versionNumbers('147.0.0.0'), [147]);
  assert.deepEqual(versionNumbers('147.0.3912.98'), [147, 0, 3912, 98]);
  assert.deepEqual(versionNumbers('18_7'), [18, 7]);
  assert.equal(versionNumbers('x'), null);
});
