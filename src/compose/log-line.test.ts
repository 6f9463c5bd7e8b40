// Tests the log lines for people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logLine } from './log-line.ts';

const TIME = new Date(2026, 0, 2, 3, 4, 5).toISOString();
const line = (record: Record<string, unknown>, colors = false) =>
  logLine({ level: 30, time: TIME, msg: '', ...record }, colors);

test('shows a decision in one short line', () => {
  const record = {
    msg: 'decision',
    event: 'evt_1',
    event_type: 'login',
    score: 89,
    decision: 'block',
    signals: ['NEW_DEVICE', 'ATTACK_WAVE'],
    ms: 4.2,
  };
  assert.equal(line(record), '03:04:05 block      89  login  evt_1  NEW_DEVICE, ATTACK_WAVE  4.2 ms');
  assert.ok(line(record, true).includes('\u001b[31mblock'));
  assert.match(line({ ...record, signals: [] }), /no signals/);
});

test('shows a request with the reason of its failure', () => {
  const record = { msg: 'request', request_id: 'r', method: 'GET', route: '/v1/devices', ms: 1.5 };
  assert.equal(line({ ...record, status: 200 }), '03:04:05 GET /v1/devices 200 1.5 ms');
  assert.equal(line({ ...record, status: 403, code: 'forbidden' }), '03:04:05 GET /v1/devices 403 forbidden 1.5 ms');
  // Errors of the service are red, those of clients yellow.
  const styles = { 399: '2', 400: '33', 499: '33', 500: '31' };
  for (const [status, style] of Object.entries(styles)) {
    assert.ok(line({ ...record, status: Number(status) }, true).includes(`\u001b[${style}m${status}`), status);
  }
});

test('shows the fields of other records, and the stack of an error', () => {
  assert.equal(line({ msg: 'stopping', signal: 'SIGTERM', n: 2 }), '03:04:05 stopping signal=SIGTERM n=2');
  assert.equal(line({ level: 40, msg: 'careful' }), '03:04:05 warning: careful');
  assert.equal(
    line({ level: 50, msg: 'failed', err: { type: 'Error', message: 'x', stack: 'Error: x\n  at y' } }),
    '03:04:05 error: failed\nError: x\n  at y',
  );
});
