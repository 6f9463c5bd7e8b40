// Tests which device an id leads to for an account that has never used the id's device.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  desktop,
  deviceOf,
  ELSEWHERE,
  HOME,
  input,
  NOW,
  OWN_ID,
  phone,
  resolve,
  seen,
} from '../../test/devices/machines.ts';
import { updateDevice } from './device-update.ts';
import { ownIdOnly } from './joined-ids.ts';
import type { DeviceRecord } from './observation.ts';
import { ownerWithin } from './shared-ids.ts';
import { JOINED } from './signal-names.ts';

const ofOthers = deviceOf(phone(OWN_ID), { firstProofAt: NOW });
const visit = { signals: phone(OWN_ID), idOwner: ofOthers, usedByAccount: false, narrow: ELSEWHERE } as const;

/** The device that the account's first event with the id creates, once the account has proven it. */
function ownDevice(changes: Partial<DeviceRecord> = {}): DeviceRecord {
  const { profile } = updateDevice(resolve(visit), seen(visit.signals), ELSEWHERE);
  return deviceOf(phone(null), { id: 'dev_2', firstProofAt: NOW, profile: profile ?? {}, ...changes });
}

test('a second account on a phone gets a device of its own, which keeps the id', () => {
  const first = resolve(visit);
  assert.deepEqual([first.method, first.device, first.attachId], ['ambiguous', null, false]);
  assert.deepEqual(ownDevice().profile[JOINED], ownIdOnly(seen(visit.signals).persistentId as string));
});

test('the id leads the account to that device, wherever it is, and also before a proof', () => {
  for (const own of [ownDevice(), ownDevice({ firstProofAt: null, provisional: true })]) {
    for (const narrow of [ELSEWHERE, '198.18.7.0/24']) {
      const { method, device, idJoined, corroborated } = resolve({
        ...visit,
        narrow,
        own: [own],
        accountProofAt: own.firstProofAt,
      });
      assert.deepEqual([method, device?.id, idJoined, corroborated], ['persistent_id', 'dev_2', false, true]);
    }
  }
});

test('the newest of several such devices is the one', () => {
  const own = [ownDevice({ lastSeenAt: NOW - 2 }), ownDevice({ id: 'dev_3', lastSeenAt: NOW - 1 })];
  assert.equal(resolve({ ...visit, own, accountProofAt: NOW }).device?.id, 'dev_3');
});

test('one that the account has proven comes before a newer one', () => {
  const candidates = [
    { device: ownDevice({ lastSeenAt: NOW - 2 }), accountProofAt: NOW - 2, accountServerProofAt: null, keys: [] },
    {
      device: ownDevice({ id: 'dev_3', firstProofAt: null, lastSeenAt: NOW }),
      accountProofAt: null,
      accountServerProofAt: null,
      keys: [],
    },
  ];
  const pool = { candidates, crowdedKeys: [], deviceCount: 1, frequencies: new Map() };
  assert.equal(ownerWithin({ ...input(visit), pool })?.device.id, 'dev_2');
});

test('one that events have only named is none if it is another machine', () => {
  for (const signals of [desktop(OWN_ID), phone(OWN_ID, { languages: ['ja'], timezone: 'Asia/Tokyo' })]) {
    const profile = { ...seen(signals).profile, [JOINED]: ownDevice().profile[JOINED] as string[] };
    const { device, idRefuted, sharesId } = resolve({ ...visit, own: [ownDevice({ firstProofAt: null, profile })] });
    assert.deepEqual([device, idRefuted, sharesId], [null, false, true]);
  }
});

test('the account keeps its device when the id leads nowhere any more, if it has proven it', () => {
  const erased = { ...visit, idOwner: null, own: [ownDevice()] };
  const { method, device, attachId } = resolve({ ...erased, accountProofAt: NOW });
  assert.deepEqual([method, device?.id, attachId], ['persistent_id', 'dev_2', false]);
  assert.notEqual(
    resolve({ ...erased, own: [ownDevice({ firstProofAt: null })] }).method,
    'persistent_id',
    'not proven',
  );
});

test('an id that many accounts share is none, for those that have not proven its device', () => {
  const own = { own: [ownDevice()], accountProofAt: NOW, provenByAccount: false } as const;
  for (const usedByAccount of [false, true]) {
    const at = (conflicts: number, narrow: string, provenByAccount = false) =>
      resolve({ ...visit, ...own, usedByAccount, provenByAccount, idState: { conflicts }, narrow });
    assert.equal(at(16, ELSEWHERE).method, 'persistent_id');
    const shipped = at(17, ELSEWHERE);
    assert.deepEqual([shipped.method, shipped.updatesDevice, shipped.attachId], ['fingerprint_exact', false, false]);
    assert.deepEqual([at(17, HOME).method, at(17, HOME).device?.id], ['fingerprint_exact', 'dev_2'], 'at home');
    assert.equal(at(17, ELSEWHERE, true).device?.id, usedByAccount ? 'dev_1' : 'dev_2');
  }
});

test('another machine with the id is not that device', () => {
  const signals = desktop(OWN_ID);
  const { device, idRefuted } = resolve({ ...visit, signals, own: [ownDevice()], accountProofAt: NOW });
  assert.deepEqual([device, idRefuted], [null, true]);
});

test('devices of others, cloned ids and devices with another id are no such device', () => {
  const own = ownDevice();
  assert.equal(resolve({ ...visit, others: [own] }).device, null, 'of another account');
  const cloned = resolve({ ...visit, idState: { cloned: true, conflicts: 9 }, own: [own], accountProofAt: NOW });
  assert.notEqual(cloned.method, 'persistent_id');
  const joined = ownDevice({ profile: { ...own.profile, [JOINED]: ownIdOnly('another') } });
  assert.notEqual(resolve({ ...visit, own: [joined], accountProofAt: NOW }).method, 'persistent_id');
});

test('at home too, and after the account was named on the device of the others, the account keeps its own', () => {
  const home = { ...visit, narrow: HOME, provenByAccount: false } as const;
  const own = ownDevice();
  for (const usedByAccount of [false, true]) {
    assert.equal(resolve({ ...home, usedByAccount, own: [own], accountProofAt: NOW }).device?.id, 'dev_2');
    const without = resolve({ ...home, usedByAccount });
    assert.deepEqual([without.method, without.device?.id], ['persistent_id', 'dev_1'], 'without a device of its own');
  }
  const claimed = ownDevice({ firstProofAt: null, provisional: true });
  assert.equal(resolve({ ...home, usedByAccount: true, own: [claimed] }).device?.id, 'dev_1', 'not yet proven');
  const proven = resolve({ ...home, usedByAccount: true, provenByAccount: true, own: [own], accountProofAt: NOW });
  assert.equal(proven.device?.id, 'dev_1', 'proven by the account');
});
