// What holds of every answer, over random machines, changes and candidates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ask, desktop, deviceOf, ELSEWHERE, FRESH_ID, HOME, NOW, OWN_ID, phone } from '../../test/devices/machines.ts';
import { DAY } from '../vocabulary/clock.ts';
import type { DeviceRecord, Resolution } from './observation.ts';
import { knownSignals, MIN_SIGNALS } from './observe.ts';

const RUNS = 1000;

/** Changes that are no explanation of each other: each is one more difference. */
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

/** A device of a random machine, with a random life. */
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

const question = fc.record({
  machine,
  id: presentedId,
  holder: fc.option(device('held'), { nil: null }),
  own: devices('own'),
  others: devices('other'),
  narrow: network,
  knownToAccount: fc.boolean(),
  usedByAccount: fc.boolean(),
  accountKey: fc.constantFrom('account', null),
  deviceCount: fc.constantFrom(1, 1000, 1_000_000),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

function answer({ machine: [make, changes], id, holder, ...rest }: Question, more: object = {}): Resolution {
  return ask({ ...rest, signals: { ...make(id, changes), ...more }, holder: id === null ? null : holder });
}

test('recognition is deterministic: neither a second run nor the order of the candidates changes anything', () => {
  fc.assert(
    fc.property(question, (one) => {
      const first = answer(one);
      assert.deepEqual(answer(one), first);
      assert.deepEqual(answer({ ...one, own: [...one.own].reverse(), others: [...one.others].reverse() }), first);
    }),
    { numRuns: RUNS },
  );
});

test('confidences are whole numbers from 0 to 100, and no fingerprint claims more than 95', () => {
  fc.assert(
    fc.property(question, (one) => {
      const { confidence, method } = answer(one);
      assert.ok(Number.isInteger(confidence) && confidence >= 0 && confidence <= 100);
      if (method.startsWith('fingerprint')) assert.ok(confidence <= 95);
      if (method === 'ambiguous') assert.ok(confidence <= 89);
    }),
    { numRuns: RUNS },
  );
});

test('a hard conflict never links, whoever holds the id', () => {
  const hard = fc.constantFrom(
    { user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', platform: 'Linux x86_64' },
    { platform: 'FreeBSD amd64' },
    // Two parts that both machines tell: a phone does not say its memory.
    { hardware_concurrency: 3, max_touch_points: 2 },
    { max_touch_points: 7, hardware_concurrency: 3 },
  );
  fc.assert(
    fc.property(question, hard, (one, conflict) => {
      const { device: found, attachId, learns } = answer(one, conflict);
      assert.equal(found, null);
      // Nor does the id of a refuted holder move to the device that is made.
      if (one.holder !== null && one.id !== null) assert.equal(attachId, false);
      assert.equal(learns, true);
    }),
    { numRuns: RUNS },
  );
});

test('more evidence of difference never raises the confidence in a link', () => {
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
          const found = ask({ signals, holder: id === OWN_ID ? own : null, own: [own], narrow });
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

test('an event without signals never links by fingerprint', () => {
  const bare = fc.constantFrom(null, {}, { platform: 'Win32' }, { timezone: 'Europe/Warsaw', languages: ['pl-PL'] });
  fc.assert(
    fc.property(question, bare, ({ machine: _, id: __, holder: ___, ...one }, signals) => {
      const found = ask({ ...one, signals });
      assert.equal(found.method, 'insufficient_signals');
      if (found.device !== null) assert.ok(knownSignals(found.device.profile) < MIN_SIGNALS);
    }),
    { numRuns: RUNS },
  );
});

test('a trusted device is never returned to a copy of its signals from an unknown network', () => {
  let copies = 0;
  fc.assert(
    fc.property(question, anyChanges, fc.boolean(), (one, changes, ofAccount) => {
      const [make, shown] = one.machine;
      const trusted = deviceOf(make(OWN_ID, shown), { id: 'trusted', isTrusted: true, networks: [HOME] });
      const found = ask({
        ...one,
        signals: make(one.id === OWN_ID ? FRESH_ID : one.id, { ...shown, ...changes }),
        holder: null,
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

test('whoever comes from elsewhere without the id leaves nothing behind on a device', () => {
  fc.assert(
    fc.property(question, (one) => {
      const found = answer({
        ...one,
        id: one.id === OWN_ID ? FRESH_ID : one.id,
        holder: null,
        narrow: '99.9.9.0/24',
        knownToAccount: false,
      });
      if (found.device !== null && found.method !== 'insufficient_signals') {
        assert.deepEqual([found.attachId, found.learns], [false, false]);
      }
    }),
    { numRuns: RUNS },
  );
});
