// Tests the texts of an alert: what a person reads in an email or a chat.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert } from '../../records/alerts.ts';
import type { Environment } from '../../records/tenants.ts';
import { MINUTE } from '../../vocabulary/clock.ts';
import { alertMessage } from './alert-message.ts';

const SINCE = Date.parse('2026-03-01T12:00:30Z');
const ENVIRONMENT = { kind: 'live', name: 'Shop' } as Environment;

function message(openMinutes: number | null) {
  const resolvedAt = openMinutes === null ? null : SINCE + openMinutes * MINUTE;
  const alert = { ruleName: 'Waves', what: 'An attack.', since: SINCE, openedAt: SINCE + MINUTE, resolvedAt } as Alert;
  return alertMessage(alert, ENVIRONMENT, 'https://assay.example/#/1');
}

test('an open alert says what, since when and where to look', () => {
  const { title, text } = message(null);
  assert.equal(title, '[Assay LIVE] Waves');
  assert.deepEqual(text.split('\n'), [
    'An attack.',
    '',
    'Since: 2026-03-01 12:00 UTC',
    'Opened: 2026-03-01 12:01 UTC',
    'Details: https://assay.example/#/1',
    'Environment: Shop (live)',
  ]);
});

test('a resolved alert says how long its condition lasted', () => {
  const durations: [minutes: number, text: string][] = [
    [0.1, '1 min'],
    [17, '17 min'],
    [119.4, '119 min'],
    [120, '2 h'],
    [60 * 26, '26 h'],
  ];
  for (const [minutes, duration] of durations) {
    const { title, text } = message(minutes);
    assert.equal(title, '[Assay LIVE] Resolved: Waves');
    assert.match(text, new RegExp(`\\nResolved: 2026-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC, after ${duration}\\n`));
  }
});
