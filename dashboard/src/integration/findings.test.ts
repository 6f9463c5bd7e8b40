// Tests that each problem of an integration is named with what to do, and that a healthy one has none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Integration } from '../api/control-types.ts';
import { findings } from './findings.ts';

const AT = '2026-03-01T12:00:00.000Z';
const HEALTHY: Integration = {
  from: AT,
  refused_events: [],
  refused_origins: [],
  issues: [],
  event_types: [{ event_type: 'page_viewed', read_as: null, count: 9 }],
  sample: {
    events: 200,
    first_at: AT,
    last_at: AT,
    by_key: {
      public: { events: 100, few_signals: 3, busiest_address: { events: 4, accounts: 1 } },
      secret: { events: 100, few_signals: 0, busiest_address: { events: 79, accounts: 60 } },
    },
  },
  sdk_versions: [{ version: '0.1.0', count: 100 }],
  clock: { dated: 90, ahead: 0, late: 0, max_ahead_seconds: 0, median_delay_seconds: 0.4 },
  unused_keys: [],
  mail_server: true,
  steps: { sdk_seen: true, origins_set: true, webhook_verified: true },
};
const found = (changes: Partial<Integration>, kind: 'test' | 'live' = 'live') =>
  findings({ ...HEALTHY, ...changes }, { kind }).map(({ what }) => what);

test('a healthy integration has no findings, own event types included', () => {
  assert.deepEqual(found({}), []);
});

test('a live environment without origins is a finding, a test environment is not', () => {
  const steps = { ...HEALTHY.steps, origins_set: false };
  assert.deepEqual(found({ steps }), ['Any web page may send events with your public key.']);
  assert.deepEqual(found({ steps }, 'test'), []);
});

test('every problem is one finding', () => {
  assert.deepEqual(found({ refused_origins: [{ origin: 'https://a.example', count: 3, last_at: AT }] }), [
    '3 events from 1 origin that is not allowed.',
  ]);
  const refused_events = [
    { code: 'invalid_input', count: 7, last_at: AT },
    { code: 'rate_limited', count: 2, last_at: AT },
  ];
  const issues = [{ code: 'required', pointer: '/account', count: 7, last_at: AT }];
  assert.deepEqual(found({ refused_events, issues }), [
    '7 events with an invalid body.',
    '2 events over the rate limit.',
  ]);
  const { public: browsers, secret: backends } = HEALTHY.sample.by_key;
  const by_key = {
    public: { ...browsers, few_signals: 30 },
    secret: { ...backends, events: 19, few_signals: 19, busiest_address: { events: 19, accounts: 19 } },
  };
  assert.deepEqual(found({ sample: { ...HEALTHY.sample, by_key } }), [
    '30 of the newest 100 events from browsers have too few signals for a fingerprint.',
  ]);
  assert.deepEqual(found({ event_types: [{ event_type: 'payment', read_as: 'payment_attempt', count: 1 }] }), [
    '1 event type outside the catalog, but close to it.',
  ]);
  assert.deepEqual(found({ clock: { ...HEALTHY.clock, ahead: 2, late: 1, max_ahead_seconds: 61.2 } }), [
    '2 events from the future, by up to 61 seconds.',
    '1 event more than five minutes after they happened.',
  ]);
});

test('an address that most events of many accounts have is a finding, one of few accounts is not', () => {
  const ofOne = (events: number, accounts: number) => {
    const part = { events: 100, few_signals: 0, busiest_address: { events, accounts } };
    return found({ sample: { ...HEALTHY.sample, by_key: { public: part, secret: part } } });
  };
  assert.deepEqual(ofOne(80, 10), [
    '80 of the newest 100 events from your backend come from one address, of 10 accounts.',
    '80 of the newest 100 events from browsers come from one address, of 10 accounts.',
  ]);
  assert.deepEqual(ofOne(79, 79), []);
  assert.deepEqual(ofOne(100, 9), []);
});
