// Tests comparing two profiles and summarizing one in a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desktop, phone, seen } from '../../test/devices/machines.ts';
import { compareProfiles } from './compare.ts';
import { profileSummary } from './profile-summary.ts';

const own = seen(desktop(null)).profile;

test('lists every known signal once, with bits that add up', () => {
  const other = seen(desktop(null, { timezone: 'Asia/Tokyo', canvas_hash: undefined, languages: ['ja-JP'] })).profile;
  const { signals, bits, hard } = compareProfiles(own, other, 3);
  const verdicts = Object.fromEntries(signals.map(({ signal, verdict }) => [signal, verdict]));
  assert.equal(new Set(signals.map(({ signal }) => signal)).size, signals.length);
  assert.deepEqual([verdicts.timezone, verdicts.languages], ['differ', 'differ']);
  assert.deepEqual([verdicts.canvas_hash, verdicts.gpu_renderer], ['unknown', 'agree']);
  assert.equal(hard, false);
  const sum = signals.reduce((total, one) => total + one.bits, 0);
  assert.ok(Math.abs(sum - bits) < 0.05 * signals.length, `${sum} and ${bits}`);
  const zone = signals.find(({ signal }) => signal === 'timezone');
  assert.deepEqual([zone?.one, zone?.other, zone?.bits], ['Europe/Warsaw', 'Asia/Tokyo', -3]);
});

test('gives equal profiles enough bits on a rare machine, but not on a common phone', () => {
  assert.ok(compareProfiles(own, own).bits > 10);
  const common = seen(phone(null)).profile;
  assert.ok(compareProfiles(common, common).bits < compareProfiles(own, own).bits / 2);
});

test('names the signal that rules out another machine', () => {
  const { hard, signals } = compareProfiles(own, seen(phone(null)).profile);
  assert.equal(hard, true);
  assert.ok(signals.some(({ signal, hard: rulesOut }) => signal === 'os_family' && rulesOut));
});

test('summarizes a profile as browser on system', () => {
  assert.equal(profileSummary(own), 'Chrome 147 on Windows');
  assert.equal(
    profileSummary(seen(desktop(null, { ua_data: { platform_version: '15.0.0' } })).profile),
    'Chrome 147 on Windows 11',
  );
  assert.match(profileSummary(seen(phone(null)).profile), /^Safari 26 on iOS/);
  assert.equal(profileSummary({}), 'Unknown device');
});
