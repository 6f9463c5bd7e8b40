// Tests times in a zone with daylight saving time, and their way back from a form field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enteredTime, formatTime, inputValue, zoneId, zoneName } from './time-zone.ts';

process.env.TZ = 'Europe/Berlin';
const WINTER = '2026-01-15T23:30:09.000Z';
const SUMMER = '2026-07-15T23:30:09.000Z';

test('local times carry the name of their zone, summer and winter', () => {
  assert.equal(`${formatTime(WINTER, 'local')} ${zoneName(WINTER, 'local')}`, '2026-01-16 00:30:09 CET');
  assert.equal(`${formatTime(SUMMER, 'local')} ${zoneName(SUMMER, 'local')}`, '2026-07-16 01:30:09 CEST');
  assert.equal(zoneId('local'), 'Europe/Berlin');
});

test('UTC stays as the API sends it', () => {
  assert.equal(`${formatTime(SUMMER, 'utc')} ${zoneName(SUMMER, 'utc')}`, '2026-07-15 23:30:09 UTC');
});

test('what is entered in a field is the time that it shows', () => {
  for (const zone of ['local', 'utc'] as const) {
    for (const time of [WINTER, SUMMER]) {
      assert.equal(enteredTime(inputValue(time, zone), zone), `${time.slice(0, 16)}:00.000Z`);
    }
  }
});
