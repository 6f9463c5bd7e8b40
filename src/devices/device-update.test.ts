// Tests what is written for a device after an event.
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  seen,
} from '../../test/devices/machines.ts';
import { DAY } from '../vocabulary/clock.ts';
import { updateDevice } from './device-update.ts';
import type { DeviceRecord } from './observation.ts';

/** The device after `signals` arrived with its own id. */
function after(device: DeviceRecord, signals: Record<string, unknown>): DeviceRecord {
  const { profile } = updateDevice(resolve({ signals, idOwner: device, own: [device] }), seen(signals), HOME);
  return profile === null ? device : { ...device, profile };
}

test('writes nothing when nothing changed', () => {
  const own = deviceOf(desktop(OWN_ID));
  const update = updateDevice(resolve({ signals: desktop(OWN_ID), idOwner: own }), seen(desktop(OWN_ID)), HOME);
  assert.deepEqual(update, {
    provisional: false,
    profile: null,
    addKeys: [],
    attachId: null,
    refuteId: null,
    networks: null,
    countFrequencies: [],
  });
});

test('merges a change under its new keys and keeps values that the event lacks', () => {
  const own = deviceOf(desktop(OWN_ID));
  const signals = desktop(OWN_ID, { timezone: 'Asia/Tokyo', fonts: undefined });
  const update = updateDevice(resolve({ signals, idOwner: own }), seen(signals), HOME);
  assert.equal(update.profile?.timezone, 'Asia/Tokyo');
  assert.deepEqual(update.profile?.fonts, own.profile.fonts);
  assert.deepEqual(update.addKeys, seen(signals).keys);
});

test('ignores noise that changes on every visit, also on machines without a driver', () => {
  for (const make of [desktop, phone]) {
    const noisy = after(
      deviceOf(make(OWN_ID, { canvas_hash: 'n1', audio_hash: 's1' })),
      make(OWN_ID, { canvas_hash: 'n2', audio_hash: 's2' }),
    );
    const signals = make(OWN_ID, { canvas_hash: 'n3', audio_hash: 's3' });
    const resolution = resolve({ signals, idOwner: noisy, own: [noisy], narrow: ELSEWHERE });
    assert.deepEqual([resolution.method, resolution.confidence, resolution.changedSignals], ['persistent_id', 100, []]);
  }
});

test('follows the id of a browser that reports other cores and memory after each start, with noise only', () => {
  const brave = (visit: number, cores: number, memory: number) =>
    desktop(OWN_ID, {
      canvas_hash: `n${visit}`,
      audio_hash: `s${visit}`,
      hardware_concurrency: cores,
      device_memory: memory,
    });
  const first = deviceOf(brave(1, 6, 4));
  assert.equal(resolve({ signals: brave(2, 11, 0.5), idOwner: first, own: [first] }).idRefuted, true, 'no noise known');
  const noisy = after(first, brave(2, 6, 4));
  const second = resolve({ signals: brave(3, 11, 0.5), idOwner: noisy, own: [noisy], narrow: ELSEWHERE });
  assert.deepEqual([second.method, second.idRefuted], ['persistent_id', false]);
  const disguised = after(noisy, brave(3, 11, 0.5));
  const hashes = ['canvas_hash', 'canvas_hash', 'audio_hash', 'audio_hash'];
  assert.deepEqual(disguised.profile.unstable, [...hashes, 'hardware_concurrency', 'device_memory']);
  const third = resolve({ signals: brave(4, 2, 8), idOwner: disguised, own: [disguised], narrow: ELSEWHERE });
  assert.deepEqual([third.method, third.changedSignals], ['persistent_id', []]);
  assert.deepEqual(after(disguised, brave(4, 6, 4)).profile.unstable, disguised.profile.unstable, 'equal by chance');
  const touch = { ...brave(3, 11, 0.5), max_touch_points: 5 };
  assert.equal(resolve({ signals: touch, idOwner: noisy, own: [noisy] }).idRefuted, true, 'another part');
});

test('distinguishes an update from noise, and restores a hash that repeats', () => {
  const updated = after(
    deviceOf(desktop(OWN_ID)),
    desktop(OWN_ID, {
      canvas_hash: 'c2',
      user_agent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
    }),
  );
  assert.equal(updated.profile.unstable, undefined);
  const noisy = after(deviceOf(desktop(OWN_ID)), desktop(OWN_ID, { canvas_hash: 'n2' }));
  assert.deepEqual(noisy.profile.unstable, ['canvas_hash']);
  const back = after(noisy, desktop(OWN_ID));
  assert.deepEqual(back.profile.unstable, ['canvas_hash', 'canvas_hash']);
  assert.equal(after(back, desktop(OWN_ID)).profile.unstable, undefined, 'noise once');
  const changed = after(noisy, desktop(OWN_ID, { canvas_hash: 'n2' }));
  assert.deepEqual([changed.profile.unstable, changed.profile.canvas_hash], [undefined, 'n2'], 'changed for good');
});

test('writes a randomized hash no more than twice', () => {
  let device = deviceOf(desktop(OWN_ID));
  const written = [2, 3, 4, 5].map((visit) => {
    device = after(device, desktop(OWN_ID, { canvas_hash: `n${visit}` }));
    return device.profile.canvas_hash;
  });
  assert.deepEqual(written, ['n2', 'n3', 'n3', 'n3']);
});

test('takes over an unrecognized machine as it shows itself, and a late event does not move the time back', () => {
  const device = deviceOf(desktop(OWN_ID));
  const update = (from: DeviceRecord, signals: Record<string, unknown>, unrecognizedAt: number | null) => {
    const resolution = resolve({ signals, idOwner: from, own: [from] });
    const { profile } = updateDevice(resolution, seen(signals), HOME, { taken: false, unrecognizedAt });
    return profile === null ? from : { ...from, profile };
  };
  const padded = desktop(OWN_ID, { webgl_renderer: null, screen: null, fonts: null, fonts_hash: 'x' });
  const other = update(device, padded, NOW);
  assert.equal(other.profile.replaced_at, NOW);
  assert.deepEqual([other.profile.gpu_renderer, other.profile.fonts, other.profile.screen], Array(3).fill(undefined));
  assert.equal(update(other, desktop(OWN_ID), NOW - DAY).profile.replaced_at, NOW);
  assert.equal(update(device, padded, null).profile.replaced_at, undefined, 'recognized');
  const silent = update(device, desktop(OWN_ID, { webgl_renderer: null, screen: null, fonts: null }), NOW);
  assert.deepEqual(silent.profile, device.profile, 'an event that shows less');
});

test('stores the last eight networks, newest first', () => {
  let device = deviceOf(desktop(OWN_ID), { networks: [] });
  for (let index = 0; index < 10; index += 1) {
    const narrow = `9.9.${index}.0/24`;
    const resolution = resolve({ signals: desktop(OWN_ID), idOwner: device, narrow });
    const { networks } = updateDevice(resolution, seen(desktop(OWN_ID)), narrow);
    device = { ...device, networks: networks ?? device.networks };
  }
  assert.deepEqual(device.networks.slice(0, 2), ['9.9.9.0/24', '9.9.8.0/24']);
  assert.equal(device.networks.length, 8);
});

test('keeps a provisional device out of the fingerprint index until its own id returns', () => {
  const twins = ['dev_1', 'dev_2'].map((id) => deviceOf(phone(OWN_ID), { id }));
  const signals = phone(FRESH_ID);
  const ambiguous = updateDevice(resolve({ signals, own: twins }), seen(signals), HOME);
  assert.deepEqual([ambiguous.provisional, ambiguous.addKeys, ambiguous.countFrequencies], [true, [], []]);
  const provisional = deviceOf(signals, { provisional: true });
  const promoted = updateDevice(resolve({ signals, idOwner: provisional }), seen(signals), HOME);
  assert.equal(promoted.provisional, false);
  assert.deepEqual(promoted.addKeys, seen(signals).keys);
  assert.deepEqual(promoted.countFrequencies, seen(signals).frequencyKeys);
});
