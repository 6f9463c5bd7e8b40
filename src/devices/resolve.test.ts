// Tests recognition case by case: id, refuted id, fingerprints at home and elsewhere, twins, trust.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  desktop,
  deviceOf,
  ELSEWHERE,
  FRESH_ID,
  HOME,
  input,
  NOW,
  OWN_ID,
  phone,
  resolve,
  seen,
} from '../../test/devices/machines.ts';
import { DAY } from '../vocabulary/clock.ts';
import { updateDevice } from './device-update.ts';
import type { DeviceRecord, Resolution } from './observation.ts';
import { resolveById } from './resolve.ts';

const own = deviceOf(desktop(OWN_ID));
const OTHER_MACHINE = {
  webgl_renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 620 (0x00003EA0) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  hardware_concurrency: 8,
  device_memory: 8,
};

test('resolves a returning id alone, with less confidence after changes', () => {
  const same = resolve({ signals: desktop(OWN_ID), idOwner: own });
  assert.deepEqual([same.method, same.confidence, same.device?.id], ['persistent_id', 100, 'dev_1']);
  assert.match(same.reason, /every comparable signal is unchanged/);
  const moved = resolve({ signals: desktop(OWN_ID, { timezone: 'Asia/Tokyo' }), idOwner: own });
  assert.deepEqual([moved.method, moved.device?.id], ['persistent_id', 'dev_1']);
  assert.ok(moved.confidence < same.confidence);
  assert.deepEqual(moved.changedSignals, [{ signal: 'timezone', from: 'Europe/Warsaw', to: 'Asia/Tokyo' }]);
});

test('counts one plugin as one entry', () => {
  const { changedSignals } = resolve({ signals: desktop(OWN_ID, { plugins: ['Other Viewer', 'A'] }), idOwner: own });
  const [from, to] = ['1 entry, including PDF Viewer', '2 entries, including A, Other Viewer'];
  assert.deepEqual(changedSignals, [{ signal: 'plugins', from, to }]);
});

test('refutes an id presented by another machine and marks it as cloned', () => {
  const resolution = resolve({ signals: desktop(OWN_ID, OTHER_MACHINE), idOwner: own, own: [own], narrow: ELSEWHERE });
  assert.deepEqual([resolution.method, resolution.device, resolution.idRefuted], ['new_device', null, true]);
  assert.equal(resolution.idCloned, true);
  assert.ok(
    resolution.conflictingSignals.some(({ signal, severity }) => signal === 'gpu_renderer' && severity === 'hard'),
  );
  assert.match(resolution.reason, /belongs to a different machine/);
  const update = updateDevice(resolution, seen(desktop(OWN_ID, OTHER_MACHINE)), ELSEWHERE);
  assert.equal(update.attachId, null);
  assert.equal(update.refuteId?.cloned, true);
});

test('finds a device that lost its storage at home and attaches the new id', () => {
  const resolution = resolve({ signals: desktop(FRESH_ID), own: [own] });
  assert.deepEqual(
    [resolution.method, resolution.device?.id, resolution.attachId],
    ['fingerprint_exact', 'dev_1', true],
  );
  assert.ok(resolution.confidence <= 95);
});

test('links to no device that only others have proven, though the account was named on it', () => {
  const proven = { ...own, firstProofAt: own.firstSeenAt };
  const linked = (accountProofAt: number | null) =>
    resolve({ signals: desktop(FRESH_ID), own: [proven], accountProofAt }).device?.id;
  assert.equal(linked(null), undefined);
  assert.equal(linked(own.lastSeenAt), 'dev_1');
});

test('updates neither id, network nor profile for matching signals from elsewhere', () => {
  const signals = desktop(FRESH_ID, { timezone: 'Asia/Tokyo' });
  for (const sent of [desktop(FRESH_ID), signals]) {
    const resolution = resolve({ signals: sent, own: [own], narrow: ELSEWHERE });
    if (resolution.device === null) continue;
    const update = updateDevice(resolution, seen(sent), ELSEWHERE);
    assert.deepEqual(
      [update.attachId, update.networks, update.profile, update.addKeys, update.countFrequencies],
      [null, null, null, [], []],
    );
  }
  const exact = resolve({ signals: desktop(FRESH_ID), own: [own], narrow: ELSEWHERE });
  assert.equal(exact.device?.id, 'dev_1');
  assert.match(exact.reason, /from a network new to the device and the account/);
});

test('links from elsewhere to no other account, stationary device or virtual machine', () => {
  const stranger = resolve({ signals: desktop(FRESH_ID), others: [own], narrow: ELSEWHERE, deviceCount: 1 });
  assert.equal(stranger.device, null);
  const stationary = deviceOf(phone(OWN_ID), { networks: [HOME], eventCount: 60 });
  assert.equal(resolve({ signals: phone(FRESH_ID), own: [stationary], narrow: ELSEWHERE }).device, null);
  const software = {
    webgl_renderer: 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
  };
  const virtual = deviceOf(desktop(OWN_ID, software));
  assert.equal(resolve({ signals: desktop(FRESH_ID, software), own: [virtual], narrow: ELSEWHERE }).device, null);
  assert.equal(resolve({ signals: desktop(FRESH_ID, software), own: [virtual] }).device?.id, 'dev_1');
});

test('does not link a copy whose rendering differs, at home or elsewhere', () => {
  for (const narrow of [HOME, ELSEWHERE]) {
    const resolution = resolve({
      signals: desktop(FRESH_ID, { canvas_hash: 'c2', webgl_hash: 'b2' }),
      own: [own],
      narrow,
    });
    assert.deepEqual([resolution.device, resolution.method], [null, 'ambiguous'], narrow);
  }
});

test('selects neither of two identical phones in one account without an id', () => {
  const twins = ['dev_1', 'dev_2'].map((id) => deviceOf(phone(OWN_ID), { id }));
  const resolution = resolve({ signals: phone(FRESH_ID), own: twins });
  assert.deepEqual([resolution.method, resolution.device, resolution.provisional], ['ambiguous', null, true]);
  assert.match(resolution.reason, /fit 2 known devices about equally well/);
  assert.ok(resolution.confidence <= 89);
});

test('says why a device that the signals resemble was not selected', () => {
  const reason = (overrides: Partial<Parameters<typeof resolve>[0]>) =>
    resolve({ signals: desktop(FRESH_ID), deviceCount: 1, ...overrides }).reason;
  const twins = ['dev_1', 'dev_2'].map((id) => ({ ...own, id }));
  assert.match(reason({ others: [own] }), /a device of other accounts, and signals alone never link to one/);
  assert.match(reason({ others: twins }), /a device of other accounts/);
  assert.match(
    reason({ signals: desktop(OWN_ID), idOwner: own, usedByAccount: false, narrow: ELSEWHERE }),
    /The stored id belongs to a device that this account has never used/,
  );
  assert.match(
    reason({ signals: desktop(FRESH_ID, { canvas_hash: 'c2', webgl_hash: 'b2' }), own: [own] }),
    /with a probability of \d+(\.\d)? %; a link requires 99\.9 %/,
  );
});

/** One event of `id` on the device: the resolution, and the device after it. */
function visit(device: DeviceRecord, id: string, owned: boolean): { resolution: Resolution; after: DeviceRecord } {
  const signals = phone(id);
  const resolution = owned ? resolve({ signals, idOwner: device, own: [device] }) : resolve({ signals, own: [device] });
  const { profile } = updateDevice(resolution, seen(signals), HOME);
  return { resolution, after: resolution.device === null || profile === null ? device : { ...device, profile } };
}

test('separates a wrongly linked twin once both ids have been presented', () => {
  const first = deviceOf(phone(OWN_ID));
  const joined = visit(first, FRESH_ID, false);
  assert.deepEqual([joined.resolution.device?.id, joined.resolution.attachId], ['dev_1', true]);
  const again = visit(joined.after, FRESH_ID, true);
  assert.equal(again.resolution.device?.id, 'dev_1', 'the newer id alone looks like a phone that lost its id');
  const older = visit(again.after, OWN_ID, true);
  assert.equal(older.resolution.device?.id, 'dev_1', 'the older id keeps its device');
  const twin = visit(older.after, FRESH_ID, true);
  assert.deepEqual(
    [twin.resolution.method, twin.resolution.device, twin.resolution.attachId],
    ['new_device', null, true],
  );
  assert.equal(updateDevice(twin.resolution, seen(phone(FRESH_ID)), HOME).attachId, seen(phone(FRESH_ID)).persistentId);
  assert.match(twin.resolution.reason, /Two similar machines/);
});

test("returns a trusted device by its id, or by its signals at its account's home", () => {
  const trusted = deviceOf(desktop(OWN_ID), { isTrusted: true });
  assert.equal(resolve({ signals: desktop(OWN_ID), idOwner: trusted, narrow: ELSEWHERE }).device?.id, 'dev_1');
  assert.equal(resolve({ signals: desktop(FRESH_ID), own: [trusted] }).device?.id, 'dev_1');
  const copy = resolve({ signals: desktop(FRESH_ID), own: [trusted], narrow: ELSEWHERE });
  assert.equal(copy.device, null);
  assert.match(copy.reason, /matching signals alone never grant trust/);
});

test('merges no machines that share an id, and stops following the id', () => {
  const machines = [{ hardware_concurrency: 4 }, { hardware_concurrency: 12 }, { hardware_concurrency: 16 }];
  for (const [index, change] of machines.entries()) {
    const narrow = `9.9.${index}.0/24`;
    const signals = desktop(OWN_ID, { ...OTHER_MACHINE, ...change });
    const shared = resolve({ signals, idOwner: own, usedByAccount: false, narrow, knownToAccount: true });
    assert.deepEqual([shared.device, shared.attachId], [null, false], `machine ${index}`);
    const cloned = { cloned: true, conflicts: 40 };
    const later = resolve({
      signals,
      idOwner: own,
      idState: cloned,
      usedByAccount: false,
      narrow,
      knownToAccount: true,
    });
    assert.equal(later.device, null);
  }
});

test('an id does not decide alone if too much differs, and less may differ away from home', () => {
  const decides = (narrow: string, changes = {}) =>
    resolveById(input({ signals: desktop(OWN_ID, changes), idOwner: own, narrow })) !== null;
  const languages = { languages: ['en-GB'] };
  assert.deepEqual([decides(HOME), decides(ELSEWHERE)], [true, true]);
  assert.deepEqual([decides(HOME, languages), decides(ELSEWHERE, languages)], [true, false]);
  assert.deepEqual(
    [decides(HOME, { ...languages, canvas_hash: 'c2' }), decides(ELSEWHERE, OTHER_MACHINE)],
    [false, false],
  );
});

test('an account new to an id does not join its device from a new network, however equal the signals', () => {
  const found = (usedByAccount: boolean, narrow: string) =>
    resolve({ signals: desktop(OWN_ID), idOwner: own, usedByAccount, narrow }).device?.id;
  assert.deepEqual([found(true, ELSEWHERE), found(false, HOME)], ['dev_1', 'dev_1'], 'a family at home');
  assert.equal(found(false, ELSEWHERE), undefined);
});

test('an id stays known as copied when it is refuted once more, days later', () => {
  const idState = { cloned: true, conflicts: 1, lastSeenAt: NOW - 2 * DAY };
  const refuted = (state: Partial<typeof idState>) =>
    resolve({ signals: desktop(OWN_ID, OTHER_MACHINE), idOwner: own, own: [own], idState: { ...idState, ...state } });
  assert.equal(refuted({}).idCloned, true);
  assert.equal(refuted({ cloned: false }).idCloned, false, 'the two machines may be one after the other');
});

test('trust needs more certainty, also for a device that never returned with its id', () => {
  for (const change of [{ canvas_hash: 'c2' }, { languages: ['en'] }]) {
    const found = (isTrusted: boolean) =>
      resolve({
        signals: desktop(FRESH_ID, change),
        own: [deviceOf(desktop(OWN_ID), { isTrusted, provisional: true })],
      }).device?.id;
    assert.deepEqual([found(false), found(true)], ['dev_1', undefined]);
  }
});

test('resolves an event without usable signals as insufficient', () => {
  const nothing = resolve({ signals: null, accountKey: null });
  assert.deepEqual([nothing.method, nothing.confidence, nothing.device], ['insufficient_signals', 0, null]);
  const few = resolve({ signals: { platform: 'Win32' }, own: [own] });
  assert.deepEqual([few.method, few.device], ['insufficient_signals', null]);
  const ofServer = (isTrusted: boolean) =>
    resolve({
      signals: { platform: 'Win32' },
      own: [deviceOf({ platform: 'Win32' }, { provisional: true, isTrusted })],
    }).device?.id;
  assert.deepEqual([ofServer(false), ofServer(true)], ['dev_1', undefined], 'no event without signals is trusted');
});

test('finds an iPhone after Safari deleted its storage, but no other of its model', () => {
  const old = deviceOf(phone(OWN_ID), { lastSeenAt: NOW - 8 * DAY });
  assert.equal(resolve({ signals: phone(FRESH_ID), own: [old] }).device?.id, 'dev_1');
  assert.equal(resolve({ signals: phone(FRESH_ID), others: [old], deviceCount: 500 }).device, null);
});
