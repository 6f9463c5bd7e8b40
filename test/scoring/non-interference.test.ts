// Anyone may send anything under a public key. It must never raise the score of an account's own known device, nor teach.
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
    device: { id: 'own', isTrusted: false, firstSeenAt: null },
    resolution: { method, confidence: 99, idRefuted: false, changedSignals: [], conflictingSignals: [] },
    network: HOME,
    fingerprint: 'own look',
    agent: 'own agent',
    sessionToken: 'own token',
    signalCount: 20,
    signals: SIGNALS,
    userAgentHeader: null,
    ...rest,
  };
}

function take(past: HistoryStore, incoming: Incoming): Assessment {
  const assessment = score({ ...incoming, history: past.history(incoming) });
  past.record(incoming, assessment);
  return assessment;
}

/** Ten days of the victim's own life: one log-in a day from home. */
function livedIn(): HistoryStore {
  const past = new HistoryStore();
  for (let day = 10; day >= 1; day -= 1) {
    const own = { id: day === 10 ? null : 'own', isTrusted: false, firstSeenAt: null };
    take(past, event(NOW - day * DAY, { method: day === 10 ? 'new_device' : 'persistent_id', device: own }));
  }
  return past;
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
/** What the victim does next, and what each would score had nobody forged anything. */
const OWN_TYPES = ['login', 'login_failed', 'mfa_passed', 'email_change', 'payment_attempt', 'payment_failed'] as const;

/**
 * One forged event. A forger chooses everything but the address he comes from and the stored id he does not have. The
 * worst case for recognition is granted: a copied fingerprint makes the resolver answer with the victim's own device.
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
    device: { id: one.copied ? 'own' : null, isTrusted: false, firstSeenAt: null },
    network,
    fingerprint: one.copied ? 'own look' : 'forged look',
    agent: one.copied ? 'own agent' : 'forged agent',
    sessionToken: one.token,
    signalCount: one.signalCount,
    signals: null,
  });
}

/** Forgeries from the victim's own network with the victim's own looks are the victim, as far as anyone can tell. */
const isForgery = (one: Forged): boolean => !(one.copied && one.from === 4);

test('forged public events never raise the score of the known device of their account: 10,000 histories', () => {
  const history = fc.array(forged.filter(isForgery), { minLength: 5, maxLength: 60 });
  const gap = fc.constantFrom(1000, 20_000, 10 * MINUTE);
  let forgeries = 0;
  fc.assert(
    fc.property(history, gap, fc.constantFrom(...OWN_TYPES), (forgedEvents, step, type) => {
      const past = livedIn();
      const start = NOW - forgedEvents.length * step;
      forgedEvents.forEach((one, index) => {
        take(past, forge(start + index * step, one));
      });
      forgeries += forgedEvents.length;
      const own = take(past, event(NOW, { type }));
      assert.equal(own.score, 0, own.signals.map(({ code }) => code).join(' '));
      assert.deepEqual([own.state, own.recognized], ['known', true]);
    }),
    { numRuns: 10_000 },
  );
  assert.ok(forgeries > 100_000);
});

test('forged public events never teach: device and network stay as strange as on the first day, 10,000 histories', () => {
  const history = fc.array(
    forged.filter(({ from }) => from !== 4),
    { minLength: 1, maxLength: 25 },
  );
  let histories = 0;
  fc.assert(
    fc.property(history, (forgedEvents) => {
      const past = livedIn();
      forgedEvents.forEach((one, index) => {
        const assessment = take(past, forge(NOW - DAY + index * MINUTE, { ...one, accountKey: VICTIM }));
        assert.equal(assessment.proves, false);
      });
      const attempt = take(
        past,
        forge(NOW, { type: 'login', accountKey: VICTIM, copied: false, from: 0, signalCount: 20, token: null }),
      );
      assert.ok(attempt.score >= 50, `${attempt.score}`);
      histories += 1;
    }),
    { numRuns: 10_000 },
  );
  assert.equal(histories, 10_000);
});

test('ten days of forged log-ins for a victim leave the forger challenged on the eleventh', () => {
  const past = livedIn();
  for (let day = 0; day < 10; day += 1) {
    const at = NOW + day * DAY;
    const id = day === 0 ? null : 'patient';
    const attacker: Partial<Incoming> & { method: ResolutionMethod } = {
      method: day === 0 ? 'new_device' : 'persistent_id',
      deviceId: 'patient',
      device: { id, isTrusted: false, firstSeenAt: null },
      network: { ...HOME, counterKey: '1.1.1.1', narrow: '1.1.1.0/24', wide: '1.1.0.0/16' },
      fingerprint: 'patient look',
    };
    const assessment = take(past, event(at, attacker));
    assert.equal(assessment.level, 'high', `day ${day}`);
    assert.equal(assessment.proves, false);
  }
});

test("300 forged failures: the owner's device scores 0, a new device is challenged and never blocked", () => {
  const past = livedIn();
  for (let i = 0; i < 300; i += 1) {
    const one = {
      type: 'login_failed',
      accountKey: VICTIM,
      copied: false,
      from: i % 4,
      signalCount: 20,
      token: null,
    } as const;
    take(past, forge(NOW - HOUR + i * 10_000, one));
  }
  assert.equal(take(past, event(NOW, {})).score, 0);
  const traveling = event(NOW, {
    method: 'new_device',
    deviceId: 'new phone',
    device: { id: null, isTrusted: false, firstSeenAt: null },
    network: { ...HOME, counterKey: '7.7.7.7', narrow: '7.7.7.0/24', wide: '7.7.0.0/16' },
    fingerprint: 'new look',
    sessionToken: null,
  });
  const assessment = take(past, traveling);
  assert.equal(assessment.level, 'high');
  assert.ok(assessment.score <= 89);
});
