// Tests when quiet hours allow a message, across midnight and across time zones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterQuietHours, isTimeZone } from './quiet-hours.ts';

const at = (text: string) => Date.parse(`2026-03-10T${text}Z`);
const end = (from: string, to: string, timeZone: string, time: string) =>
  new Date(afterQuietHours({ from, to, timeZone }, at(time))).toISOString().slice(0, 16);

test('a message waits until the quiet hours end, in their time zone', () => {
  assert.equal(end('22:00', '07:00', 'UTC', '23:30:15'), '2026-03-11T07:00');
  assert.equal(end('22:00', '07:00', 'UTC', '06:59:59'), '2026-03-10T07:00');
  // Berlin is an hour ahead in March.
  assert.equal(end('22:00', '07:00', 'Europe/Berlin', '21:15:00'), '2026-03-11T06:00');
  for (const time of ['12:00:00', '12:30:00']) assert.equal(end('12:00', '13:00', 'UTC', time), '2026-03-10T13:00');
  assert.equal(end('22:00', '07:00', 'UTC', '22:00:00'), '2026-03-11T07:00');
});

test('outside of them a message goes at once', () => {
  assert.equal(afterQuietHours(null, at('23:00:00')), at('23:00:00'));
  for (const time of ['07:00:00', '21:59:59']) {
    assert.equal(afterQuietHours({ from: '22:00', to: '07:00', timeZone: 'UTC' }, at(time)), at(time));
  }
  for (const time of ['11:59:59', '13:00:00', '14:00:00']) {
    assert.equal(afterQuietHours({ from: '12:00', to: '13:00', timeZone: 'UTC' }, at(time)), at(time));
  }
  const none = { from: '12:00', to: '12:00', timeZone: 'UTC' };
  for (const time of ['11:00:00', '12:00:00'])
    assert.equal(afterQuietHours(none, at(time)), at(time), 'no quiet hours');
});

test('only names of time zones are time zones', () => {
  assert.deepEqual(['UTC', 'Europe/Berlin', 'Asia/Kolkata'].map(isTimeZone), [true, true, true]);
  assert.deepEqual(['', 'Mars/Phobos', '2h'].map(isTimeZone), [false, false, false]);
});
