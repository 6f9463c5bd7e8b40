// Tests which rows an event does not write: those that a proof would not change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredNetwork } from '../../src/scoring/counted-history.ts';
import { PROVE_NETWORK, PROVE_PAIR, PROVE_PAIR_SAME_DAY } from '../../src/storage/events/event-statements.ts';
import { type AlreadyStored, writeEvent } from '../../src/storage/events/event-writes.ts';
import type { Write } from '../../src/storage/sql.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import type { KeyKind } from '../../src/vocabulary/words.ts';
import { eventKeys, NOON, UNPROVEN_PAIR, writes } from './sample.ts';

/** The statements of a proof at `NOON` on a device and a network that the account knows. */
function statementsOf(stored: Partial<AlreadyStored>, credential: KeyKind = 'public', confirmed = false): Write[] {
  const from = eventKeys(1, {
    at: NOON,
    accountKey: 'alice',
    narrowNetwork: '23.1.2.0/24',
    wideNetwork: '23.1.0.0/16',
  });
  const event = writes(from, {
    event: { deviceId: 'dev_1', credential },
    device: { created: false },
    account: { key: 'alice', externalId: 'alice', created: false },
    pair: { ...UNPROVEN_PAIR, created: false, proven: true, confirmed },
    networkProof: { narrow: '23.1.2.0/24', wide: '23.1.0.0/16', confirmed },
  });
  const sent: Write[] = [];
  const texts = { has: () => true, markSent: () => {}, hasSignals: () => false, markSignalsSent: () => {} };
  const nothing = { idOwner: null, ownFingerprint: null, network: null, provenPair: null };
  writeEvent(event, { ...nothing, ...stored }, 0, texts, (statement) => sent.push(statement));
  return sent;
}

const network = (more: Partial<StoredNetwork> = {}): StoredNetwork => ({
  firstProofAt: NOON - DAY,
  firstServerProofAt: null,
  confirmedAt: null,
  ...more,
});

test('the day of a pair is written only by the first proof of a day', () => {
  const pairAt = (lastProofAt: number, deviceId = 'dev_1') => ({ provenPair: { deviceId, lastProofAt } });
  for (const stored of [{}, pairAt(NOON - DAY), pairAt(NOON, 'dev_2')]) {
    assert.ok(statementsOf(stored).includes(PROVE_PAIR));
    assert.ok(!statementsOf(stored).includes(PROVE_PAIR_SAME_DAY));
  }
  for (const stored of [pairAt(NOON - 1), pairAt(NOON + DAY)]) {
    assert.ok(statementsOf(stored).includes(PROVE_PAIR_SAME_DAY));
    assert.ok(!statementsOf(stored).includes(PROVE_PAIR));
  }
});

test('a proven network is written only by a proof that changes what is read of it', () => {
  const isWritten = (stored: StoredNetwork | null, ...how: [KeyKind?, boolean?]) =>
    statementsOf({ network: stored }, ...how).includes(PROVE_NETWORK);
  assert.equal(isWritten(null), true);
  assert.equal(isWritten(network()), false);
  assert.equal(isWritten(network({ firstProofAt: NOON + 1 })), true);
  assert.equal(isWritten(network(), 'secret'), true);
  assert.equal(isWritten(network({ firstServerProofAt: NOON - 1 }), 'secret'), false);
  assert.equal(isWritten(network({ firstServerProofAt: NOON + 1 }), 'secret'), true);
  assert.equal(isWritten(network({ firstServerProofAt: NOON - 1 }), 'secret', true), true);
});
