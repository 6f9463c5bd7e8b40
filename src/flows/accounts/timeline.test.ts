// Tests the timeline of an account: what is merged into one entry, and what never is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivityEvent } from '../../records/activity.ts';
import { HOUR } from '../../vocabulary/clock.ts';
import { timelineOf } from './timeline.ts';

const NONE = { devices: new Set<string>(), networks: new Set<string>() };
let next = 0;

function event(hour: number, given: Partial<ActivityEvent> = {}): ActivityEvent {
  next += 1;
  return {
    id: `evt_${String(next).padStart(26, '0')}`,
    at: hour * HOUR,
    type: 'login',
    accountKey: 'account',
    deviceId: 'dev_1',
    address: '203.0.113.7',
    classification: 'public',
    decision: 'allow',
    score: 0,
    credential: 'secret',
    ...given,
  };
}
const kinds = (events: ActivityEvent[], known = NONE) =>
  timelineOf({ events, outcomes: [], notes: [], known }).map(({ kind, events }) => [kind, events.length]);

test('a run of stopped events ends after six hours, and with a login between that was let through', () => {
  const stopped = (hour: number) => event(hour, { decision: 'block' });
  assert.deepEqual(kinds([stopped(0), stopped(5), stopped(11), stopped(17.1)]), [
    ['stopped', 1],
    ['stopped', 3],
  ]);
  assert.deepEqual(kinds([stopped(0), event(1), stopped(2)]), [
    ['stopped', 1],
    ['first_login', 1],
    ['stopped', 1],
  ]);
});

test('logins from new networks of a known device are one entry, a new device is always one of its own', () => {
  const first = event(0);
  const moves = [1, 2, 3].map((hour) => event(hour, { address: `198.51.10${hour}.7` }));
  const stolen = event(4, { deviceId: 'dev_2', address: '192.0.2.7' });
  assert.deepEqual(kinds([stolen, ...moves, first]), [
    ['first_login', 1],
    ['first_login', 3],
    ['first_login', 1],
  ]);
  // Another address of the same /24 is the same network.
  assert.deepEqual(kinds([first, event(1, { address: '203.0.113.200' })]), [['first_login', 1]]);
  const known = { devices: new Set(['dev_1']), networks: new Set(['203.0.113.0/24']) };
  assert.deepEqual(kinds([first], known), []);
});

test('changes are listed each, failures that were let through are not', () => {
  const known = { devices: new Set(['dev_1']), networks: new Set(['203.0.113.0/24']) };
  const types = ['password_reset_requested', 'password_reset_completed', 'email_changed', 'login_failed', 'logout'];
  assert.deepEqual(
    kinds(
      types.map((type, hour) => event(hour, { type })),
      known,
    ),
    [
      ['change', 1],
      ['change', 1],
      ['change', 1],
    ],
  );
});
