// Tests when a joined id becomes the device's own: only by a second factor, and not against what already settles whose device it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../vocabulary/clock.ts';
import { takesDevice } from './device-ownership.ts';
import type { Recording } from './recording.ts';

const NOW = Date.UTC(2026, 2, 10, 12);
/** After the first day of the account, which began a month ago. */
const PROVEN_AT = NOW - 5 * DAY;

interface Changes {
  type?: string;
  credential?: 'public' | 'secret';
  persistentId?: string | null;
  recoveredAt?: number | null;
  isTrusted?: boolean;
  idJoined?: boolean;
  confirmedAt?: number | null;
  /** When the account and the device were first proven together. */
  provenAt?: number;
  proves?: boolean;
}

/** Whether an event with the joined id of a device that the account has proven takes the device. */
function takes(changes: Changes): boolean {
  const { type = 'mfa_passed', credential = 'secret', persistentId = 'id', recoveredAt = null } = changes;
  const { isTrusted = false, idJoined = true, confirmedAt = null, provenAt = PROVEN_AT, proves = true } = changes;
  const pair = { firstProofAt: provenAt, firstServerProofAt: provenAt, confirmedAt };
  return takesDevice({
    input: { credential },
    observed: { type, at: NOW, observation: { persistentId } },
    history: { recoveredAt, environment: { verified: true }, proofs: { firstAt: NOW - 30 * DAY } },
    assessed: {
      assessment: { proves },
      resolution: { device: { isTrusted, firstProofAt: provenAt }, idJoined, attachId: false },
      deviceHistory: { pair },
    },
  } as unknown as Recording);
}

test('a second factor makes a joined id the own one; a login does not', () => {
  assert.ok(takes({}));
  assert.ok(!takes({ type: 'login' }), 'a thief with the password logs in, too');
  assert.ok(!takes({ credential: 'public' }));
  assert.ok(!takes({ proves: false }));
  assert.ok(!takes({ recoveredAt: NOW - DAY }), 'someone else may receive the codes');
});

test('nor does a second factor where there is no joined id, or where the device is settled', () => {
  assert.ok(!takes({ idJoined: false }));
  assert.ok(!takes({ persistentId: null }));
  assert.ok(!takes({ isTrusted: true }));
  assert.ok(!takes({ confirmedAt: NOW - DAY }));
  assert.ok(!takes({ provenAt: NOW - 30 * DAY }), 'on the first day of the account');
});
