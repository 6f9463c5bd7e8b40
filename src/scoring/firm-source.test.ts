// Tests which devices are the owner's beyond doubt, and when another machine with the stored id is the owner's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, HOME, known, login, NOW, pairOf, pastEvent, provenAtHome } from '../../test/scoring/input.ts';
import { DAY, HOUR } from '../vocabulary/clock.ts';
import { deriveFacts } from './derive-facts.ts';
import type { ScoringInput } from './facts.ts';
import { isConfirmedHere, isFirmDevice, isFirmSource } from './firm-source.ts';
import type { History, PastEvent } from './history.ts';
import { isTampered } from './recognition.ts';
import { score } from './score.ts';

const { resolution } = provenAtHome();
const pair = (changes = {}) => ({ pair: pairOf({ firstProofAt: NOW - 20 * DAY, ...changes }) });
const replaced = (replacedAt: number) => ({ device: { ...login().device, replacedAt } });
const SECOND_FACTOR = { type: 'mfa_passed', credential: 'secret', recognized: true } as const;

test('a device is firm by its own id, from the first day or by a second factor since it was last another machine', () => {
  const firm = (history: Partial<History> = {}, changes: Partial<ScoringInput> = {}) =>
    isFirmDevice(known(changes, history));
  assert.ok(firm());
  assert.ok(!firm({ pairOnFirstDay: false }));
  const confirmed = pair({ confirmedAt: NOW - DAY });
  assert.ok(firm({ pairOnFirstDay: false, ...confirmed }));
  assert.ok(!firm({ pair: null }));
  assert.ok(!firm(pair({ firstProofAt: null })));
  assert.ok(!firm({}, { resolution: { ...resolution, method: 'fingerprint_exact' } }));
  assert.ok(!firm({}, { resolution: { ...resolution, idJoined: true } }));
  assert.ok(!firm({}, replaced(NOW - 2 * DAY)), 'appeared as another machine');
  assert.ok(firm(confirmed, replaced(NOW - 2 * DAY)), 'confirmed since');
  assert.ok(!firm(confirmed, replaced(NOW - DAY + 1)));
});

/** The history of an account whose second factor passed `ago` ms before the event, in a row with these changes. */
const confirmedBy = (ago: number, changes: Partial<PastEvent> = {}): Partial<History> => ({
  account: [pastEvent(ago, { ...SECOND_FACTOR, ...changes })],
  networks: { ...HOME, narrowConfirmedAt: NOW - ago },
});

test('a second factor confirms its device at its address for an hour', () => {
  const confirmed = (history: Partial<History>, changes: Partial<ScoringInput> = {}) =>
    isConfirmedHere(login(changes, history));
  assert.deepEqual([confirmed(confirmedBy(HOUR - 1)), confirmed(confirmedBy(HOUR))], [true, false]);
  assert.ok(!confirmed({ ...confirmedBy(1000), networks: HOME }));
  assert.ok(!confirmed(confirmedBy(1000, { device: 'another' })));
  assert.ok(!confirmed(confirmedBy(1000, { counterAddress: '9.9.9.8' })));
  assert.ok(!confirmed(confirmedBy(1000, { credential: 'public' })));
  assert.ok(!confirmed(confirmedBy(1000, { type: 'login' })));
  assert.ok(!confirmed(confirmedBy(1000, { at: NOW - 999 })), 'another time than that of the network');
  const hidden = { network: { ...login().network, counterKey: null } };
  assert.ok(
    !confirmed(confirmedBy(1000, { counterAddress: null }), hidden),
    'where none is known, none is the one of the owner',
  );
});

test('an account that has never shown a device is known by its networks alone', () => {
  const bare = { type: 'payout_change', credential: 'secret', signalCount: 0, fingerprint: null } as const;
  const firm = (fingerprinted: boolean, networks: History['networks']) =>
    isFirmSource(deriveFacts(login(bare, { networks, proofs: { ...login().history.proofs, fingerprinted } })));
  assert.deepEqual([firm(false, HOME), firm(true, HOME), firm(false, AWAY)], [true, false, false]);
  assert.ok(isFirmSource(deriveFacts(login({}, confirmedBy(1000)))));
  assert.ok(isFirmSource(deriveFacts(known())));
});

test("an id of another machine is tampering unless that machine is the owner's by now", () => {
  const linked = { ...resolution, method: 'fingerprint_exact', idRefuted: true } as const;
  const tampered = (history: Partial<History>, changes = {}) =>
    isTampered(known({ resolution: { ...linked, ...changes } }, history));
  assert.ok(!tampered({}), 'proven a day ago');
  assert.ok(tampered(pair({ firstProofAt: NOW - HOUR })));
  assert.ok(!tampered({ ...confirmedBy(1000), ...pair({ firstProofAt: NOW - HOUR }) }));
  assert.ok(tampered(pair({ firstProofAt: null })), 'not proven');
  assert.ok(tampered({ ...confirmedBy(1000), pair: null }));
  assert.ok(tampered({}, { method: 'new_device' }));
  assert.ok(tampered({}, { corroborated: false }));
  assert.ok(!tampered({}, { method: 'fingerprint_similar' }));
  const parts = [{ signal: 'gpu_renderer' }, { signal: 'screen' }];
  const byId = { idRefuted: false, method: 'persistent_id', changedSignals: parts };
  assert.ok(tampered({}, byId));
  assert.ok(tampered({}, { ...byId, changedSignals: parts.slice(1), conflictingSignals: parts.slice(0, 1) }));
  assert.ok(!tampered({}, { ...byId, method: 'fingerprint_exact' }), 'without an id, nothing is stolen');
});

test('the sentence about tampering names what differs, and a hard conflict', () => {
  const description = (changes: Partial<ScoringInput['resolution']>) =>
    score(known({ resolution: { ...resolution, ...changes } })).signals.find(({ code }) => code === 'DEVICE_TAMPERED')
      ?.description;
  const refuted = { method: 'new_device', idRefuted: true } as const;
  const signals = (...names: string[]) => names.map((signal) => ({ signal }));
  assert.equal(description(refuted), 'The stored device id belongs to another machine.');
  assert.equal(
    description({ ...refuted, conflictingSignals: signals('os_family', 'platform', 'vendor', 'model', 'fonts') }),
    'The stored device id belongs to another machine (os_family, platform, vendor, model).',
  );
  assert.equal(
    description({ ...refuted, conflictingSignals: signals('os_family', 'gpu_renderer') }),
    'The stored device id belongs to another machine (gpu_renderer).',
  );
  assert.equal(
    description({ changedSignals: signals('timezone', 'hardware_concurrency') }),
    'The stored device id came from a visibly different machine (hardware_concurrency, timezone).',
  );
});
