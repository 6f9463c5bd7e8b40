// Tests that claims under the public key change no campaign of what the server reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { groupEvents } from '../../src/flows/campaigns/group-events.ts';
import { isReported } from '../../src/flows/events/reported-events.ts';
import type { StoppedEvent } from '../../src/records/campaigns.ts';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { attempt, times } from './stopped-events.ts';

const claim = (at: number, more: Partial<StoppedEvent> = {}) => attempt(at, { credential: 'public', ...more });

/** The groups of the events that the server reported, as their ids. */
const reportedGroups = (events: readonly StoppedEvent[]) => {
  const inOrder = events.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  return groupEvents(inOrder)
    .map((group) => group.events.filter(isReported).map(({ id }) => id))
    .filter((ids) => ids.length > 0)
    .map((ids) => ids.sort().join())
    .sort();
};
const assertUnchanged = (reported: readonly StoppedEvent[], claims: readonly StoppedEvent[]) =>
  assert.deepEqual(reportedGroups([...reported, ...claims]), reportedGroups(reported));

test('a claim every six hours makes no attack of what happened to a customer in a week', () => {
  const reported = times(6, (index) => attempt(index * 11 * HOUR, { accountKey: 'customer' }));
  const claims = times(5, (index) => claim(index * 11 * HOUR + 5 * HOUR, { accountKey: 'customer' }));
  assertUnchanged(reported, claims);
});

test('made-up wrong passwords make no attack of people who try again in an outage', () => {
  const people = Array.from({ length: 12 }, (_, index) => {
    const person = attempt(index * MINUTE);
    const { accountKey, deviceId, address, fingerprint } = person;
    const again = attempt(index * MINUTE + 1, { accountKey, deviceId, address, fingerprint });
    return index % 2 === 0 ? [person, again] : [person];
  }).flat();
  assertUnchanged(
    people,
    times(60, (index) => claim(index * 10_000 + 5)),
  );
});

const KEYS = ['accountKey', 'deviceId', 'address', 'fingerprint'] as const;
const SIGNALS = [null, null, 'UNKNOWN_ACCOUNT', 'ATTACK_WAVE', 'CARD_TESTING_SUSPECTED'] as const;
const TYPES = ['login_failed', 'login', 'payment_failed', 'signup', 'mfa_challenge'];

/** A scattered attack, an attack on one account, one from one address, and customers who try again, some with one common phone. */
const reportedEvents = fc
  .record({ attempts: fc.integer({ min: 10, max: 30 }), minutes: fc.constantFrom(1, 5, 20), signaled: fc.nat(10) })
  .map(({ attempts, minutes, signaled }) => {
    const span = attempts * minutes * MINUTE;
    const across = (count: number, index: number) => Math.floor((span * (index + 0.3)) / count);
    const scattered = times(attempts, (index) =>
      attempt(across(attempts, index), { attackSignal: index % 10 < signaled ? 'UNKNOWN_ACCOUNT' : null }),
    );
    const onAccount = times(7, (index) => attempt(across(7, index), { accountKey: 'victim' }));
    const fromAddress = times(7, (index) => attempt(across(7, index), { address: 'one address' }));
    const customers = Array.from({ length: 10 }, (_, index) => {
      const fingerprint = index % 3 === 0 ? 'common' : `phone ${index}`;
      const first = attempt(across(10, index), { type: 'login', fingerprint, attackSignal: null });
      const { accountKey, deviceId, address } = first;
      return [first, attempt(first.at + MINUTE, { accountKey, deviceId, address, fingerprint, attackSignal: null })];
    }).flat();
    return [...scattered, ...onAccount, ...fromAddress, ...customers];
  });
const claimedEvents = fc.array(
  fc.record({
    near: fc.nat(),
    after: fc.integer({ min: -MINUTE, max: MINUTE }),
    shared: fc.oneof(
      { weight: 3, arbitrary: fc.constant<(typeof KEYS)[number][]>([]) },
      { weight: 2, arbitrary: fc.subarray([...KEYS], { maxLength: 2 }) },
    ),
    isCommon: fc.nat(9).map((n) => n === 0),
    more: fc.record({
      type: fc.constantFrom(...TYPES),
      attackSignal: fc.constantFrom(...SIGNALS),
      isNewDevice: fc.boolean(),
    }),
  }),
  { minLength: 20, maxLength: 120, size: 'max' },
);

test('no claims change which of the reported events belong together', () => {
  const property = fc.property(reportedEvents, claimedEvents, (reported, drawn) => {
    const claims = drawn.map(({ near, after, shared, isCommon, more }) => {
      const other = reported[near % reported.length] as StoppedEvent;
      const keys = Object.fromEntries(shared.map((key) => [key, other[key]]));
      return claim(other.at + after, { ...more, ...keys, ...(isCommon && { fingerprint: 'common' }) });
    });
    assertUnchanged(reported, claims);
  });
  fc.assert(property, { numRuns: 300, seed: 7 });
});
