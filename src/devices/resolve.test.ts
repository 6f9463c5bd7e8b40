// Recognition case by case: the id, its refutation, likeness at home and elsewhere, twins, trust.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ask,
  desktop,
  deviceOf,
  ELSEWHERE,
  FRESH_ID,
  HOME,
  NOW,
  OWN_ID,
  phone,
  seen,
} from '../../test/devices/machines.ts';
import { DAY } from '../vocabulary/clock.ts';
import { updateDevice } from './device-update.ts';
import type { DeviceRecord, Resolution } from './observation.ts';

const own = deviceOf(desktop(OWN_ID));
const OTHER_MACHINE = {
  webgl_renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 620 (0x00003EA0) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  hardware_concurrency: 8,
  device_memory: 8,
};

test('a returning id without a conflict decides alone, the more surely the less has changed', () => {
  const same = ask({ signals: desktop(OWN_ID), holder: own });
  assert.deepEqual([same.method, same.confidence, same.device?.id], ['persistent_id', 100, 'dev_1']);
  assert.match(same.reason, /every signal that could be compared is unchanged/);
  const moved = ask({ signals: desktop(OWN_ID, { timezone: 'Asia/Tokyo' }), holder: own });
  assert.deepEqual([moved.method, moved.device?.id], ['persistent_id', 'dev_1']);
  assert.ok(moved.confidence < same.confidence);
  assert.deepEqual(moved.changedSignals, [{ signal: 'timezone', from: 'Europe/Warsaw', to: 'Asia/Tokyo' }]);
});

test('an id on another machine is refuted, never followed, and no identity any more', () => {
  const answer = ask({ signals: desktop(OWN_ID, OTHER_MACHINE), holder: own, own: [own], narrow: ELSEWHERE });
  assert.deepEqual([answer.method, answer.device, answer.idRefuted], ['new_device', null, true]);
  assert.equal(answer.idCloned, true);
  assert.ok(answer.conflictingSignals.some(({ signal, severity }) => signal === 'gpu_renderer' && severity === 'hard'));
  assert.match(answer.reason, /belongs to a different machine/);
  const kept = updateDevice(answer, seen(desktop(OWN_ID, OTHER_MACHINE)), ELSEWHERE);
  assert.equal(kept.attachId, null);
  assert.equal(kept.refuteId?.cloned, true);
});

test('lost storage at home is healed: the look finds the device, the new id joins it', () => {
  const answer = ask({ signals: desktop(FRESH_ID), own: [own] });
  assert.deepEqual([answer.method, answer.device?.id, answer.attachId], ['fingerprint_exact', 'dev_1', true]);
  assert.ok(answer.confidence <= 95);
});

test('a likeness from elsewhere teaches nothing: neither id, nor network, nor profile', () => {
  const signals = desktop(FRESH_ID, { timezone: 'Asia/Tokyo' });
  for (const sent of [desktop(FRESH_ID), signals]) {
    const answer = ask({ signals: sent, own: [own], narrow: ELSEWHERE });
    if (answer.device === null) continue;
    const kept = updateDevice(answer, seen(sent), ELSEWHERE);
    assert.deepEqual(
      [kept.attachId, kept.networks, kept.profile, kept.addKeys, kept.countFrequencies],
      [null, null, null, [], []],
    );
  }
  const exact = ask({ signals: desktop(FRESH_ID), own: [own], narrow: ELSEWHERE });
  assert.equal(exact.device?.id, 'dev_1');
  assert.match(exact.reason, /from elsewhere/);
});

test('from elsewhere no device is lent to another account, to a stay-at-home, or to a virtual machine', () => {
  const stranger = ask({ signals: desktop(FRESH_ID), others: [own], narrow: ELSEWHERE, deviceCount: 1 });
  assert.equal(stranger.device, null);
  const sedentary = deviceOf(phone(OWN_ID), { networks: [HOME], eventCount: 60 });
  assert.equal(ask({ signals: phone(FRESH_ID), own: [sedentary], narrow: ELSEWHERE }).device, null);
  const software = {
    webgl_renderer: 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
  };
  const virtual = deviceOf(desktop(OWN_ID, software));
  assert.equal(ask({ signals: desktop(FRESH_ID, software), own: [virtual], narrow: ELSEWHERE }).device, null);
  assert.equal(ask({ signals: desktop(FRESH_ID, software), own: [virtual] }).device?.id, 'dev_1');
});

test('a copy whose rendering differs is not given the device, at home or elsewhere', () => {
  for (const narrow of [HOME, ELSEWHERE]) {
    const answer = ask({ signals: desktop(FRESH_ID, { canvas_hash: 'c2', webgl_hash: 'b2' }), own: [own], narrow });
    assert.deepEqual([answer.device, answer.method], [null, 'ambiguous'], narrow);
  }
});

test('two phones alike in one account: without its id neither is chosen', () => {
  const twins = ['dev_1', 'dev_2'].map((id) => deviceOf(phone(OWN_ID), { id }));
  const answer = ask({ signals: phone(FRESH_ID), own: twins });
  assert.deepEqual([answer.method, answer.device, answer.provisional], ['ambiguous', null, true]);
  assert.match(answer.reason, /fit 2 known devices about equally well/);
  assert.ok(answer.confidence <= 89);
});

/** One event of `id` on the device: what is answered, and the device after it. */
function turn(device: DeviceRecord, id: string, held: boolean): { answer: Resolution; after: DeviceRecord } {
  const signals = phone(id);
  const answer = held ? ask({ signals, holder: device, own: [device] }) : ask({ signals, own: [device] });
  const { profile } = updateDevice(answer, seen(signals), HOME);
  return { answer, after: answer.device === null || profile === null ? device : { ...device, profile } };
}

test('a twin taken for its brother gets a device of its own once both ids were seen in turn', () => {
  const first = deviceOf(phone(OWN_ID));
  const joined = turn(first, FRESH_ID, false);
  assert.deepEqual([joined.answer.device?.id, joined.answer.attachId], ['dev_1', true]);
  const again = turn(joined.after, FRESH_ID, true);
  assert.equal(again.answer.device?.id, 'dev_1', 'the younger id alone is a phone that lost its id');
  const brother = turn(again.after, OWN_ID, true);
  assert.equal(brother.answer.device?.id, 'dev_1', 'the older id keeps its device');
  const twin = turn(brother.after, FRESH_ID, true);
  assert.deepEqual([twin.answer.method, twin.answer.device, twin.answer.attachId], ['new_device', null, true]);
  assert.equal(updateDevice(twin.answer, seen(phone(FRESH_ID)), HOME).attachId, seen(phone(FRESH_ID)).persistentId);
  assert.match(twin.answer.reason, /Two machines alike/);
});

test('a trusted device is returned by its id, or by its look at home of its account', () => {
  const trusted = deviceOf(desktop(OWN_ID), { isTrusted: true });
  assert.equal(ask({ signals: desktop(OWN_ID), holder: trusted, narrow: ELSEWHERE }).device?.id, 'dev_1');
  assert.equal(ask({ signals: desktop(FRESH_ID), own: [trusted] }).device?.id, 'dev_1');
  const copy = ask({ signals: desktop(FRESH_ID), own: [trusted], narrow: ELSEWHERE });
  assert.equal(copy.device, null);
  assert.match(copy.reason, /trust is never given to a likeness/);
});

test('an id that many machines share merges nobody, and is followed no more', () => {
  const machines = [{ hardware_concurrency: 4 }, { hardware_concurrency: 12 }, { hardware_concurrency: 16 }];
  for (const [index, change] of machines.entries()) {
    const narrow = `9.9.${index}.0/24`;
    const signals = desktop(OWN_ID, { ...OTHER_MACHINE, ...change });
    const shared = ask({ signals, holder: own, usedByAccount: false, narrow, knownToAccount: true });
    assert.deepEqual([shared.device, shared.attachId], [null, false], `machine ${index}`);
    const cloned = { cloned: true, conflicts: 40 };
    const later = ask({ signals, holder: own, idHolder: cloned, usedByAccount: false, narrow, knownToAccount: true });
    assert.equal(later.device, null);
  }
});

test('without usable signals only the account is known', () => {
  const nothing = ask({ signals: null, accountKey: null });
  assert.deepEqual([nothing.method, nothing.confidence, nothing.device], ['insufficient_signals', 0, null]);
  const few = ask({ signals: { platform: 'Win32' }, own: [own] });
  assert.deepEqual([few.method, few.device], ['insufficient_signals', null]);
});

test('an iPhone that Safari emptied after seven days is known again, a neighbor with the same model is not', () => {
  const old = deviceOf(phone(OWN_ID), { lastSeenAt: NOW - 8 * DAY });
  assert.equal(ask({ signals: phone(FRESH_ID), own: [old] }).device?.id, 'dev_1');
  assert.equal(ask({ signals: phone(FRESH_ID), others: [old], deviceCount: 500 }).device, null);
});
