// Tests that forged public events never raise the score of an account's known device and never prove anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Assessment } from '../../src/scoring/assessment.ts';
import { score } from '../../src/scoring/score.ts';
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import type { ResolutionMethod } from '../../src/vocabulary/words.ts';
import { HistoryStore, type Incoming } from './history-store.ts';
import { NOW } from './input.ts';

const VICTIM = 'victim';
const HOME = { classification: 'public', counterKey: '9.9.9.9', narrow: '9.9.9.0/24', wide: '9.9.0.0/16' } as const;
const SIGNALS = { user_agent: 'Mozilla/5.0 (Macintosh) Firefox/140.0', platform: 'MacIntel' };

function event(at: number, changes: Partial<Incoming> & { method?: ResolutionMethod }): Incoming {
  const { method = 'persistent_id', ...rest } = changes;
  return {
    type: 'login',
    at,
    credential: 'public',
    accountKey: VICTIM,
    deviceId: 'own',
    device: { id: 'own', isTrusted: false, firstProofAt: null, replacedAt: null },
    resolution: {
      method,
      confidence: 99,
      idRefuted: false,
      provisional: false,
      corroborated: true,
      idJoined: false,
      looksOwn: false,
      changedSignals: [],
      conflictingSignals: [],
    },
    network: HOME,
    fingerprint: 'own fingerprint',
    unguessed: true,
    agent: 'own agent',
    sessionToken: 'own token',
    signalCount: 20,
    signals: SIGNALS,
    userAgentHeader: null,
    ...rest,
  };
}

function assess(store: HistoryStore, incoming: Incoming): Assessment {
  const assessment = score({ ...incoming, history: store.history(incoming) });
  store.record(incoming, assessment);
  return assessment;
}

/** Ten days of the victim's normal use: one login a day from home. */
function victimHistory(): HistoryStore {
  const store = new HistoryStore();
  for (let day = 10; day >= 1; day -= 1) {
    const own = { id: day === 10 ? null : 'own', isTrusted: false, firstProofAt: null, replacedAt: null };
    assess(store, event(NOW - day * DAY, { method: day === 10 ? 'new_device' : 'persistent_id', device: own }));
  }
  return store;
}

const TYPES = [
  'login',
  'login_failed',
  'signup',
  'mfa_passed',
  'mfa_failed',
  'mfa_challenge',
  'password_reset_requested',
  'password_reset_completed',
  'email_change',
  'payment_attempt',
  'payment_failed',
  'logout',
  'page_view',
] as const;
/** The victim's next events; without forgeries each would score 0. */
const OWN_TYPES = ['login', 'login_failed', 'mfa_passed', 'email_change', 'payment_attempt', 'payment_failed'] as const;

/**
 * One forged event. A forger controls everything except the source address and lacks the stored id. This assumes the worst
 * case for recognition: a copied fingerprint makes the resolver return the victim's own device.
 */
const forged = fc.record({
  type: fc.constantFrom(...TYPES),
  accountKey: fc.constantFrom(VICTIM, VICTIM, 'a', 'b', 'c', 'd'),
  copied: fc.boolean(),
  /** Below 4: a distant network; 4: the victim's office or carrier. */
  from: fc.nat(4),
  signalCount: fc.constantFrom(0, 5, 20),
  token: fc.constantFrom('own token', 'forged token', null),
});
type Forged = typeof forged extends fc.Arbitrary<infer T> ? T : never;

function forge(at: number, one: Forged): Incoming {
  const network =
    one.from === 4
      ? HOME
      : { ...HOME, counterKey: `1.${one.from}.1.1`, narrow: `1.${one.from}.1.0/24`, wide: `1.${one.from}.0.0/16` };
  const deviceId = one.copied ? 'own' : `forged ${one.from}`;
  return event(at, {
    type: one.type,
    accountKey: one.accountKey,
    method: one.copied ? 'fingerprint_exact' : 'new_device',
    deviceId,
    device: { id: one.copied ? 'own' : null, isTrusted: false, firstProofAt: null, replacedAt: null },
    network,
    fingerprint: one.copied ? 'own fingerprint' : 'forged fingerprint',
    agent: one.copied ? 'own agent' : 'forged agent',
    sessionToken: one.token,
    signalCount: one.signalCount,
    signals: null,
  });
}

/** An event from the victim's own network with the victim's own fingerprint is indistinguishable from the victim. */
const isForgery = (one: Forged): boolean => !(one.copied && one.from === 4);

test('forged public events never raise the score of a known device: 10,000 histories', () => {
  const history = fc.array(forged.filter(isForgery), { minLength: 5, maxLength: 60 });
  const gap = fc.constantFrom(1000, 20_000, 10 * MINUTE);
  let forgeries = 0;
  fc.assert(
    fc.property(history, gap, fc.constantFrom(...OWN_TYPES), (forgedEvents, step, type) => {
      const store = victimHistory();
      const start = NOW - forgedEvents.length * step;
      forgedEvents.forEach((one, index) => {
        assess(store, forge(start + index * step, one));
      });
      forgeries += forgedEvents.length;
      const own = assess(store, event(NOW, { type }));
      assert.equal(own.score, 0, own.signals.map(({ code }) => code).join(' '));
      assert.deepEqual([own.state, own.recognized], ['known', true]);
    }),
    { numRuns: 10_000 },
  );
  assert.ok(forgeries > 100_000);
});

test('forged public events never prove a device or network: 10,000 histories', () => {
  const history = fc.array(
    forged.filter(({ from }) => from !== 4),
    { minLength: 1, maxLength: 25 },
  );
  let histories = 0;
  fc.assert(
    fc.property(history, (forgedEvents) => {
      const store = victimHistory();
      forgedEvents.forEach((one, index) => {
        const assessment = assess(store, forge(NOW - DAY + index * MINUTE, { ...one, accountKey: VICTIM }));
        assert.equal(assessment.proves, false);
      });
      const attempt = assess(
        store,
        forge(NOW, { type: 'login', accountKey: VICTIM, copied: false, from: 0, signalCount: 20, token: null }),
      );
      assert.ok(attempt.score >= 50, `${attempt.score}`);
      histories += 1;
    }),
    { numRuns: 10_000 },
  );
  assert.equal(histories, 10_000);
});

test('challenges the forger even after ten days of forged logins', () => {
  const store = victimHistory();
  for (let day = 0; day < 10; day += 1) {
    const at = NOW + day * DAY;
    const id = day === 0 ? null : 'patient';
    const attacker: Partial<Incoming> & { method: ResolutionMethod } = {
      method: day === 0 ? 'new_device' : 'persistent_id',
      deviceId: 'patient',
      device: { id, isTrusted: false, firstProofAt: null, replacedAt: null },
      network: { ...HOME, counterKey: '1.1.1.1', narrow: '1.1.1.0/24', wide: '1.1.0.0/16' },
      fingerprint: 'patient fingerprint',
    };
    const assessment = assess(store, event(at, attacker));
    assert.equal(assessment.level, 'high', `day ${day}`);
    assert.equal(assessment.proves, false);
  }
});

test("300 forged failures leave the owner's device at 0 and challenge a new device", () => {
  const store = victimHistory();
  for (let i = 0; i < 300; i += 1) {
    const one = {
      type: 'login_failed',
      accountKey: VICTIM,
      copied: false,
      from: i % 4,
      signalCount: 20,
      token: null,
    } as const;
    assess(store, forge(NOW - HOUR + i * 10_000, one));
  }
  assert.equal(assess(store, event(NOW, {})).score, 0);
  const traveling = event(NOW, {
    method: 'new_device',
    deviceId: 'new phone',
    device: { id: null, isTrusted: false, firstProofAt: null, replacedAt: null },
    network: { ...HOME, counterKey: '7.7.7.7', narrow: '7.7.7.0/24', wide: '7.7.0.0/16' },
    fingerprint: 'new fingerprint',
    sessionToken: null,
  });
  const assessment = assess(store, traveling);
  assert.equal(assessment.level, 'high');
  assert.ok(assessment.score <= 89);
});
