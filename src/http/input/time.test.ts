// Tests parsing of the times that callers send.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../vocabulary/failure.ts';
import { parseTime, parseTimeParameter, parseTimeRange, timeIssue } from './time.ts';

test('parses every time that the API returns', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      (date) => {
        assert.equal(parseTime(date.toISOString()), date.getTime());
      },
    ),
  );
});

test('accepts zones, fractions and missing seconds', () => {
  const at = Date.UTC(2026, 2, 1, 12);
  assert.equal(parseTime('2026-03-01T12:00Z'), at);
  assert.equal(parseTime('2026-03-01T13:30:00+01:30'), at);
  assert.equal(parseTime('2026-03-01T05:00:00.000-07:00'), at);
  assert.equal(parseTime('2026-03-01T12:00:00.1239Z'), at + 123);
  assert.equal(parseTime('2024-02-29T00:00:00Z'), Date.UTC(2024, 1, 29));
});

test('rejects malformed and impossible times', () => {
  for (const text of [
    '',
    'now',
    '2026-03-01',
    '2026-03-01T12:00:00',
    '2026-03-01 12:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T12:60:00Z',
    '2026-03-01T12:00:60Z',
    '1969-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '2026-03-01T12:00:00+24:00',
    '1970-01-01T00:00:00+01:00',
    '1772366400000',
  ]) {
    assert.equal(parseTime(text), null, text);
  }
});

test('explains a time whose + became a space in a query', () => {
  const detailOf = (text: string) => timeIssue('from', text).detail;
  assert.match(detailOf('2026-03-01T12:00:00 02:00'), /send the time in UTC with Z, or the \+ as %2B/);
  for (const other of ['2026-03-01T12:00:00', '2026-03-01 12:00', '2026-02-30T12:00:00 02:00', 'T 02:00', '']) {
    assert.match(detailOf(other), /ISO 8601 time with a time zone/, other);
  }
});

test('knows the days of each month and of leap years', () => {
  const isDay = (year: number, month: number, day: number) =>
    parseTime(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T00:00:00Z`) !== null;
  for (const year of [2024, 2025, 2000, 2100]) {
    for (let month = 1; month <= 12; month += 1) {
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      assert.deepEqual([isDay(year, month, last), isDay(year, month, last + 1)], [true, false], `${year}-${month}`);
    }
  }
  assert.ok(!isDay(2026, 0, 1) && !isDay(2026, 13, 1) && !isDay(2026, 3, 0));
});

test('accepts offsets up to 23:59', () => {
  assert.equal(parseTime('2026-03-02T11:59:00+23:59'), Date.UTC(2026, 2, 1, 12));
  assert.equal(parseTime('2026-03-01T12:00:00+23:60'), null);
  assert.equal(parseTime('1970-01-01T00:00:00Z'), 0);
});

test('names the parameter and each end of a range that is no time, and a range that is inverted', () => {
  const [from, to] = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];
  assert.equal(parseTimeParameter('from', undefined), null);
  assert.equal(parseTimeParameter('from', from), Date.UTC(2026, 2, 1));
  assert.deepEqual(parseTimeRange({ from, to }, '/'), { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) });
  const pointers = (call: () => unknown) => {
    try {
      call();
    } catch (error) {
      if (error instanceof Failure) return error.issues.map(({ pointer, code }) => `${pointer} ${code}`);
    }
    return assert.fail('accepted');
  };
  assert.deepEqual(
    pointers(() => parseTimeParameter('from', 'now')),
    ['from bad_format'],
  );
  assert.deepEqual(
    pointers(() => parseTimeRange({ from: 'x', to: 'y' }, '/')),
    ['/from bad_format', '/to bad_format'],
  );
  assert.deepEqual(
    pointers(() => parseTimeRange({ from, to: 'y' }, '')),
    ['to bad_format'],
  );
  assert.deepEqual(
    pointers(() => parseTimeRange({ from: to, to: from }, '/')),
    ['/to inverted_range'],
  );
});
