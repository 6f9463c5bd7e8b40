// Property tests of scoring over random events and histories.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NOW } from '../../test/scoring/input.ts';
import { DAY, HOUR } from '../vocabulary/clock.ts';
import { EVENT_TYPES } from '../vocabulary/event-types.ts';
import { KEY_KINDS, RESOLUTION_METHODS } from '../vocabulary/words.ts';
import type { FiredSignal } from './assessment.ts';
import type { ScoringInput } from './facts.ts';
import { withoutForgeable } from './forgeable.ts';
import type { PastEvent } from './history.ts';
import { levelOf } from './level.ts';
import { score } from './score.ts';
import { SIGNALS } from './signals/index.ts';

const RUNS = 2000;
const type = fc.constantFrom(...Object.keys(EVENT_TYPES), 'page_view');
const account = fc.constantFrom('me', 'a', 'b', 'c', 'd', 'e', 'f');
const device = fc.constantFrom('device', 'other');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const at = fc.oneof(fc.nat(HOUR), fc.nat(DAY), fc.constantFrom(0, 1000, 1000)).map((ago) => NOW - ago);

const row: fc.Arbitrary<PastEvent> = fc.record({
  at,
  type: fc.oneof(fc.constant('login_failed'), type),
  account: maybe(account),
  device,
  counterAddress: maybe(fc.constantFrom('1.1.1.1', '2.2.2.2')),
  wideNetwork: maybe(fc.constantFrom('1.1', '2.2', '3.3', '4.4', '5.5')),
  fingerprint: maybe(fc.constantFrom('fingerprint', 'other')),
  agent: maybe(fc.constantFrom('agent', 'other')),
  sessionToken: maybe(fc.constant('token')),
  recognized: fc.boolean(),
  settled: fc.boolean(),
  byId: fc.boolean(),
  credential: fc.constantFrom(...KEY_KINDS),
});
const rows = fc.array(row, { maxLength: 40 }).map((list) => list.sort((a, b) => b.at - a.at));
const pastTime = fc.nat(200 * DAY).map((ago) => NOW - ago);
const failureCounts = fc.record({
  lastHour: fc.nat(60),
  byHour: fc.array(fc.nat(20), { maxLength: 168 }),
  byDay: fc.array(fc.nat(20), { maxLength: 7 }),
});

const input: fc.Arbitrary<ScoringInput> = fc.record({
  type: fc.oneof(fc.constantFrom('login', 'login_failed'), type),
  at: fc.constant(NOW),
  credential: fc.constantFrom(...KEY_KINDS),
  accountKey: maybe(fc.constant('me')),
  device: fc.record({
    id: maybe(fc.constant('device')),
    isTrusted: fc.boolean(),
    firstProofAt: maybe(pastTime),
    replacedAt: maybe(pastTime),
  }),
  resolution: fc.record({
    method: fc.constantFrom('persistent_id' as const, ...RESOLUTION_METHODS),
    confidence: fc.nat(100),
    idRefuted: fc.boolean(),
    provisional: fc.boolean(),
    corroborated: fc.boolean(),
    idJoined: fc.boolean(),
    looksOwn: fc.boolean(),
    changedSignals: fc.array(fc.record({ signal: fc.constantFrom('screen', 'timezone', 'languages') })),
    conflictingSignals: fc.array(fc.record({ signal: fc.constantFrom('gpu_renderer', 'platform') })),
  }),
  network: fc.record({
    classification: fc.constantFrom('public' as const, 'public' as const, 'private' as const),
    counterKey: maybe(fc.constant('1.1.1.1')),
    narrow: maybe(fc.constant('1.1.1')),
    wide: maybe(fc.constant('1.1')),
  }),
  fingerprint: maybe(fc.constant('fingerprint')),
  unguessed: fc.boolean(),
  agent: maybe(fc.constant('agent')),
  sessionToken: maybe(fc.constant('token')),
  signalCount: fc.nat(30),
  signals: fc.constantFrom(null, { automation: { webdriver: true } }, { languages: [] }),
  userAgentHeader: fc.constant(null),
  history: fc.record({
    account: rows.map((list) => list.map((one) => ({ ...one, account: 'me' }))),
    address: rows,
    device: rows,
    fingerprint: rows,
    session: rows,
    pair: maybe(
      fc.record({
        firstSeenAt: pastTime,
        lastSeenAt: pastTime,
        eventCount: fc.nat(100),
        firstProofAt: maybe(pastTime),
        lastProofAt: maybe(pastTime),
        firstServerProofAt: maybe(pastTime),
        confirmedAt: maybe(pastTime),
        afterRecovery: fc.boolean(),
      }),
    ),
    pairOnFirstDay: fc.boolean(),
    claimsCount: fc.boolean(),
    seenFingerprint: fc.record({ own: fc.boolean(), settled: fc.boolean(), elsewhere: fc.boolean() }),
    accountFirstSeenAt: maybe(pastTime),
    recoveredAt: maybe(pastTime),
    proofs: fc.record({
      count: fc.nat(5),
      firstAt: maybe(pastTime),
      lastAt: maybe(pastTime),
      withSignals: fc.boolean(),
      fingerprinted: fc.boolean(),
      serverSent: fc.boolean(),
      knownSince: maybe(pastTime),
    }),
    networks: fc.record({
      narrowProven: fc.boolean(),
      narrowInWide: fc.nat(3),
      narrowSettled: fc.boolean(),
      settledInWide: fc.nat(3),
      narrowFirm: fc.boolean(),
      narrowConfirmedAt: fc.option(fc.integer({ min: NOW - 2 * DAY, max: NOW })),
      anyProven: fc.boolean(),
      accountsInWide: maybe(fc.nat(4)),
    }),
    environment: fc.record({
      failures: fc.record({
        login: failureCounts,
        payment: failureCounts,
        claimed_payment: failureCounts,
        corrected_login: failureCounts,
      }),
      firstEventAt: maybe(pastTime),
      verified: fc.boolean(),
    }),
  }),
});

const LEVEL_TOPS = { low: 29, medium: 49, high: 89, critical: 100 };
const sumOf = (signals: readonly FiredSignal[]) => signals.reduce((total, { weight }) => total + weight, 0);
const BY_CODE = new Map(SIGNALS.map((signal) => [signal.code as string, signal]));

test('the score equals the clamped sum of the fired signals under the ceilings', () => {
  fc.assert(
    fc.property(input, (event) => {
      const { score: result, level, signals: fired } = score(event);
      const signals = fired.filter(({ code }) => !BY_CODE.get(code)?.ranksOnly);
      const sum = sumOf(signals);
      const fires = ({ code, metadata }: FiredSignal) => BY_CODE.get(code)?.blockCapable(metadata);
      const certain = new Set(
        score(withoutForgeable(event))
          .signals.filter(fires)
          .map(({ code }) => code),
      );
      const failed = ['login_failed', 'mfa_failed', 'payment_failed'].includes(event.type);
      const mayBlock = signals.some((signal) => fires(signal) && (failed || certain.has(signal.code)));
      const own = signals.filter(({ code, metadata }) => !BY_CODE.get(code)?.ofOthers(metadata));
      const isByOthers = !failed && sumOf(own) < 90;
      const capped = isByOthers || signals.some(({ code }) => code === 'KNOWN_DEVICE' || code === 'TRUSTED_DEVICE');
      const decided = Math.min(mayBlock && !capped ? 100 : 89, Math.max(0, sum));
      assert.equal(level, levelOf(decided), 'signals that only rank stay within the level');
      const ranked = Math.min(LEVEL_TOPS[level], decided + sumOf(fired) - sum);
      assert.equal(result, ranked);
      for (const { code, weight, description } of fired) {
        assert.equal(weight, BY_CODE.get(code)?.weight);
        assert.match(description, /^[\w`].{10,200}\.$/u, description);
      }
    }),
    { numRuns: RUNS },
  );
});

test('events of other sources never count against a recognized source', () => {
  let recognized = 0;
  fc.assert(
    fc.property(input, (event) => {
      const assessment = score(event);
      // Without signals, a login that proves a new browser counts as the customer's for later events only.
      if (!assessment.recognized || assessment.state === 'none') return;
      recognized += 1;
      for (const { code, metadata } of assessment.signals) {
        assert.notEqual(BY_CODE.get(code)?.scope, 'target', code);
        assert.notEqual(metadata.about, 'account', code);
        assert.notEqual(metadata.key, 'account', code);
      }
    }),
    { numRuns: RUNS },
  );
  assert.ok(recognized > RUNS / 50, `only ${recognized} recognized sources were tried`);
});

test('exclusive tiers never fire together', () => {
  const tiers = [
    ['NEW_DEVICE', 'UNPROVEN_DEVICE', 'FINGERPRINT_ONLY', 'KNOWN_DEVICE', 'TRUSTED_DEVICE'],
    ['LOGIN_FAILURES_ELEVATED', 'BRUTE_FORCE_SUSPECTED', 'ACCOUNT_UNDER_ATTACK'],
    ['MULTI_ACCOUNT_FAILURES', 'CREDENTIAL_STUFFING_SUSPECTED'],
    ['AUTOMATION_TRACES', 'AUTOMATION_SUSPECTED'],
  ];
  fc.assert(
    fc.property(input, (event) => {
      const fired = new Set(score(event).signals.map(({ code }) => code));
      for (const tier of tiers) assert.ok(tier.filter((code) => fired.has(code)).length <= 1, [...fired].join(' '));
    }),
    { numRuns: RUNS },
  );
});

test('the order of events with equal time does not matter', () => {
  const mixed = fc.tuple(input, fc.integer());
  fc.assert(
    fc.property(mixed, ([event, seed]) => {
      const shuffled = (list: readonly PastEvent[]) =>
        list
          .map((one, index) => ({ one, key: Math.imul(index + 1, seed | 1) | 0 }))
          .sort((a, b) => b.one.at - a.one.at || a.key - b.key)
          .map(({ one }) => one);
      const history = { ...event.history };
      for (const key of ['account', 'address', 'device', 'fingerprint', 'session'] as const) {
        history[key] = shuffled(history[key]);
      }
      const a = score(event);
      const b = score({ ...event, history });
      assert.deepEqual([b.score, b.state, b.proves], [a.score, a.state, a.proves]);
      assert.deepEqual(
        b.signals.map(({ code }) => code),
        a.signals.map(({ code }) => code),
      );
    }),
    { numRuns: RUNS },
  );
});

test('only successes prove; a public one only at 29 or less without automation signals', () => {
  fc.assert(
    fc.property(input, (event) => {
      const assessment = score(event);
      if (!assessment.proves) return;
      assert.ok(['login', 'signup', 'mfa_passed'].includes(event.type) && event.accountKey !== null);
      if (event.credential === 'secret') return;
      assert.equal(event.history.environment.verified, false);
      const others = assessment.signals.filter(({ code }) => !code.startsWith('AUTOMATION_'));
      assert.ok(others.reduce((sum, { weight }) => sum + weight, 0) <= 29);
    }),
    { numRuns: RUNS },
  );
});
