// Property tests of every resolution, over random machines, changes and candidates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  desktop,
  deviceOf,
  ELSEWHERE,
  FRESH_ID,
  HOME,
  NOW,
  OWN_ID,
  phone,
  resolve,
} from '../../test/devices/machines.ts';
import { DAY } from '../vocabulary/clock.ts';
import type { DeviceRecord, Resolution } from './observation.ts';
import { countKnownSignals, MIN_SIGNALS } from './observe.ts';

const RUNS = 1000;

/** Independent changes: none explains another, so each adds one difference. */
const CHANGES = {
  timezone: 'Asia/Tokyo',
  languages: ['ja-JP'],
  fonts: ['Yu Gothic'],
  device_memory: 2,
  canvas_hash: 'other canvas',
  webgl_hash: 'other webgl',
  audio_hash: 'other audio',
  plugins: ['Another Viewer'],
  vendor: 'Another Vendor',
  screen: { width: 800, height: 600, avail_width: 800, avail_height: 560, color_depth: 24, pixel_ratio: 1 },
} as const;
type Change = keyof typeof CHANGES;
const names = Object.keys(CHANGES) as Change[];
const changed = (chosen: readonly Change[]) => Object.fromEntries(chosen.map((name) => [name, CHANGES[name]]));

const anyChanges = fc.subarray(names).map(changed);
const machine = fc.tuple(fc.constantFrom(desktop, phone), anyChanges);
const network: fc.Arbitrary<string | null> = fc.constantFrom(HOME, ELSEWHERE, '5.5.5.0/24', null);
const presentedId = fc.constantFrom(OWN_ID, FRESH_ID, null);

/** A device of a random machine with a random history. */
const device = (id: string): fc.Arbitrary<DeviceRecord> =>
  fc
    .record({
      machine,
      isTrusted: fc.boolean(),
      provisional: fc.boolean(),
      days: fc.nat(90),
      eventCount: fc.integer({ min: 1, max: 200 }),
      networks: fc.subarray([HOME, ELSEWHERE, '7.7.7.0/24']),
    })
    .map(({ machine: [make, changes], days, ...rest }) =>
      deviceOf(make(null, changes), {
        id,
        lastSeenAt: NOW - days * DAY,
        firstSeenAt: NOW - (days + 30) * DAY,
        ...rest,
      }),
    );
const devices = (prefix: string) =>
  fc
    .integer({ min: 0, max: 4 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => device(`${prefix}${i}`))));

const resolveCase = fc.record({
  machine,
  id: presentedId,
  idOwner: fc.option(device('owned'), { nil: null }),
  own: devices('own'),
  others: devices('other'),
  narrow: network,
  knownToAccount: fc.boolean(),
  usedByAccount: fc.boolean(),
  accountKey: fc.constantFrom('account', null),
  deviceCount: fc.constantFrom(1, 1000, 1_000_000),
});
type Case = typeof resolveCase extends fc.Arbitrary<infer T> ? T : never;

function resolveOne({ machine: [make, changes], id, idOwner, ...rest }: Case, more: object = {}): Resolution {
  return resolve({ ...rest, signals: { ...make(id, changes), ...more }, idOwner: id === null ? null : idOwner });
}

test('is deterministic, regardless of the order of candidates', () => {
  fc.assert(
    fc.property(resolveCase, (one) => {
      const first = resolveOne(one);
      assert.deepEqual(resolveOne(one), first);
      assert.deepEqual(resolveOne({ ...one, own: [...one.own].reverse(), others: [...one.others].reverse() }), first);
    }),
    { numRuns: RUNS },
  );
});

test('returns whole confidences from 0 to 100, at most 95 for a fingerprint', () => {
  fc.assert(
    fc.property(resolveCase, (one) => {
      const { confidence, method } = resolveOne(one);
      assert.ok(Number.isInteger(confidence) && confidence >= 0 && confidence <= 100);
      if (method.startsWith('fingerprint')) assert.ok(confidence <= 95);
      if (method === 'ambiguous') assert.ok(confidence <= 89);
    }),
    { numRuns: RUNS },
  );
});

test('never links against a hard conflict, regardless of the id', () => {
  const hard = fc.constantFrom(
    { user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', platform: 'Linux x86_64' },
    { platform: 'FreeBSD amd64' },
    // Two parts that both machines report: phones do not report memory.
    { hardware_concurrency: 3, max_touch_points: 2 },
    { max_touch_points: 7, hardware_concurrency: 3 },
  );
  fc.assert(
    fc.property(resolveCase, hard, (one, conflict) => {
      const { device: found, attachId, updatesDevice } = resolveOne(one, conflict);
      assert.equal(found, null);
      // The id of a refuted owner does not move to the created device, either, unless the owner is only claimed.
      const isClaimed =
        one.accountKey !== null && one.idOwner?.provisional === true && one.idOwner.firstProofAt === null;
      if (one.idOwner !== null && one.id !== null && !isClaimed) assert.equal(attachId, false);
      assert.equal(updatesDevice, true);
    }),
    { numRuns: RUNS },
  );
});

test('never raises the confidence in a link when a difference is added', () => {
  let compared = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(desktop, phone),
      fc.shuffledSubarray(names),
      presentedId,
      network,
      (make, order, id, narrow) => {
        const own = deviceOf(make(OWN_ID));
        let confidence = 100;
        for (let count = 0; count <= order.length; count += 1) {
          const signals = make(id, changed(order.slice(0, count)));
          const found = resolve({ signals, idOwner: id === OWN_ID ? own : null, own: [own], narrow });
          const now = found.device === null ? 0 : found.confidence;
          assert.ok(now <= confidence, `${order.slice(0, count)}: ${confidence} became ${now}`);
          if (now < confidence) compared += 1;
          confidence = now;
        }
      },
    ),
    { numRuns: RUNS },
  );
  assert.ok(compared > RUNS / 2);
});

test('never links an event without signals by fingerprint', () => {
  const bare = fc.constantFrom(null, {}, { platform: 'Win32' }, { timezone: 'Europe/Warsaw', languages: ['pl-PL'] });
  fc.assert(
    fc.property(resolveCase, bare, ({ machine: _, id: __, idOwner: ___, ...one }, signals) => {
      const found = resolve({ ...one, signals });
      assert.equal(found.method, 'insufficient_signals');
      if (found.device !== null) assert.ok(countKnownSignals(found.device.profile) < MIN_SIGNALS);
    }),
    { numRuns: RUNS },
  );
});

test('never returns a trusted device to a copy from an unknown network', () => {
  let copies = 0;
  fc.assert(
    fc.property(resolveCase, anyChanges, fc.boolean(), (one, changes, ofAccount) => {
      const [make, own] = one.machine;
      const trusted = deviceOf(make(OWN_ID, own), { id: 'trusted', isTrusted: true, networks: [HOME] });
      const found = resolve({
        ...one,
        signals: make(one.id === OWN_ID ? FRESH_ID : one.id, { ...own, ...changes }),
        idOwner: null,
        own: ofAccount ? [...one.own, trusted] : one.own,
        others: ofAccount ? one.others : [...one.others, trusted],
        narrow: '99.9.9.0/24',
        knownToAccount: false,
      });
      copies += 1;
      assert.equal(found.device?.isTrusted ?? false, false);
    }),
    { numRuns: RUNS },
  );
  assert.equal(copies, RUNS);
});

test('never updates a device from an unknown network without its id', () => {
  fc.assert(
    fc.property(resolveCase, (one) => {
      const found = resolveOne({
        ...one,
        id: one.id === OWN_ID ? FRESH_ID : one.id,
        idOwner: null,
        narrow: '99.9.9.0/24',
        knownToAccount: false,
      });
      if (found.device !== null && found.method !== 'insufficient_signals') {
        assert.deepEqual([found.attachId, found.updatesDevice], [false, false]);
      }
    }),
    { numRuns: RUNS },
  );
});
