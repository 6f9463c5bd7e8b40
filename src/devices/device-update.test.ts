// What is stored of a device after an event.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, desktop, deviceOf, ELSEWHERE, FRESH_ID, HOME, OWN_ID, phone, seen } from '../../test/devices/machines.ts';
import { updateDevice } from './device-update.ts';
import type { DeviceRecord } from './observation.ts';

/** The device after `signals` came under its own id. */
function after(device: DeviceRecord, signals: Record<string, unknown>): DeviceRecord {
  const { profile } = updateDevice(ask({ signals, holder: device, own: [device] }), seen(signals), HOME);
  return profile === null ? device : { ...device, profile, previousProfile: device.profile };
}

test('nothing is written when nothing changed', () => {
  const own = deviceOf(desktop(OWN_ID));
  const kept = updateDevice(ask({ signals: desktop(OWN_ID), holder: own }), seen(desktop(OWN_ID)), HOME);
  assert.deepEqual(kept, {
    provisional: false,
    profile: null,
    addKeys: [],
    attachId: null,
    refuteId: null,
    networks: null,
    countFrequencies: [],
  });
});

test('a change is merged under its new keys; what this event did not tell stays', () => {
  const own = deviceOf(desktop(OWN_ID));
  const signals = desktop(OWN_ID, { timezone: 'Asia/Tokyo', fonts: undefined });
  const kept = updateDevice(ask({ signals, holder: own }), seen(signals), HOME);
  assert.equal(kept.profile?.timezone, 'Asia/Tokyo');
  assert.deepEqual(kept.profile?.fonts, own.profile.fonts);
  assert.deepEqual(kept.addKeys, seen(signals).keys);
});

test('noise on every visit is learned, on machines that tell no driver too, and stops being a difference', () => {
  for (const make of [desktop, phone]) {
    const noisy = after(
      deviceOf(make(OWN_ID, { canvas_hash: 'n1', audio_hash: 's1' })),
      make(OWN_ID, { canvas_hash: 'n2', audio_hash: 's2' }),
    );
    const signals = make(OWN_ID, { canvas_hash: 'n3', audio_hash: 's3' });
    const answer = ask({ signals, holder: noisy, own: [noisy], narrow: ELSEWHERE });
    assert.deepEqual([answer.method, answer.confidence, answer.changedSignals], ['persistent_id', 100, []]);
  }
});

test('rendering that changes with an update is no noise, and noise that stops is stable again', () => {
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
  assert.equal(after(noisy, desktop(OWN_ID)).profile.unstable, undefined);
});

test('networks are kept newest first, eight of them', () => {
  let device = deviceOf(desktop(OWN_ID), { networks: [] });
  for (let index = 0; index < 10; index += 1) {
    const narrow = `9.9.${index}.0/24`;
    const answer = ask({ signals: desktop(OWN_ID), holder: device, narrow });
    const { networks } = updateDevice(answer, seen(desktop(OWN_ID)), narrow);
    device = { ...device, networks: networks ?? device.networks };
  }
  assert.deepEqual(device.networks.slice(0, 2), ['9.9.9.0/24', '9.9.8.0/24']);
  assert.equal(device.networks.length, 8);
});

test('a provisional device stays out of the fingerprint index until its own id returns', () => {
  const twins = ['dev_1', 'dev_2'].map((id) => deviceOf(phone(OWN_ID), { id }));
  const signals = phone(FRESH_ID);
  const ambiguous = updateDevice(ask({ signals, own: twins }), seen(signals), HOME);
  assert.deepEqual([ambiguous.provisional, ambiguous.addKeys, ambiguous.countFrequencies], [true, [], []]);
  const provisional = deviceOf(signals, { provisional: true });
  const promoted = updateDevice(ask({ signals, holder: provisional }), seen(signals), HOME);
  assert.equal(promoted.provisional, false);
  assert.deepEqual(promoted.addKeys, seen(signals).keys);
  assert.deepEqual(promoted.countFrequencies, seen(signals).frequencyKeys);
});
