// The invariants of decision integrity (docs/threat-model.md) as properties over generated sequences of events.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { digest } from '../../src/devices/digest.ts';
import type { Store } from '../../src/records/store.ts';
import { BAND_TOPS } from '../../src/scoring/level.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import type { KeyKind } from '../../src/vocabulary/words.ts';
import { FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { decidingScore } from './deciding-score.ts';
import { ATTACKS, type Flood, flood, floodEvent, OWN_ACCOUNTS, victimLogins } from './floods.ts';
import {
  attackEvent,
  attackSequence,
  forgery,
  HONEST_EVENTS,
  incompletePossessions,
  ODD_ADDRESSES,
  POSSESSIONS,
  SENSITIVE_TYPES,
  SERVERS,
  signalsWith,
} from './generators.ts';
import { check, type Property, rank, SEED, told } from './property.ts';
import { noiseInVerifiedMode, noiseNeverBlocks } from './public-noise.ts';
import { ABROAD, HOME, NEIGHBOR, OWNER, type Result, type SentEvent, Simulation } from './simulation.ts';

/** An environment with an owner of eight daily logins at home. */
async function withOwner(store: Store, event: Partial<SentEvent> = {}): Promise<Simulation> {
  return Simulation.ofOwner(store, event, 8);
}

/** Four logins of the customer. */
function visitsEvery(after: number): SentEvent[] {
  return Array.from({ length: 4 }, () => ({ type: 'login', after }));
}

async function sendAll(simulation: Simulation, events: readonly SentEvent[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const event of events) results.push(await simulation.send(event));
  return results;
}

/**
 * A1: without the owner's id, signals and network together, and without a second factor passed by the thief, no sensitive change
 * is allowed, even if a member trusts the owner's device or the owner has just passed a second factor.
 */
const sensitiveChanges: Property = (store, runs, seed = SEED) => {
  const attack = incompletePossessions.chain((has) =>
    fc.record({
      sequence: attackSequence(has, { types: SENSITIVE_TYPES }),
      history: fc.constantFrom('secret' as const, 'secret' as const, 'public' as const),
      owner: fc.constantFrom('as ever' as const, 'as ever' as const, 'trusted' as const, 'stepped up' as const),
    }),
  );
  return check(attack, [runs, seed], async ({ sequence: { steps, change }, history, owner }) => {
    const simulation = await withOwner(store, { credential: history });
    if (owner === 'trusted') await simulation.trust((await simulation.send({ type: 'login' })).device);
    if (owner === 'stepped up') await simulation.send({ type: 'mfa_passed', address: '81.2.69.200' });
    const results = await sendAll(simulation, [...steps, { ...change, account: OWNER }]);
    const last = results.at(-1) as Result;
    assert.notEqual(last.decision, 'allow', results.map(told).join('\n'));
  });
};

/** A1: an event without usable signals is decided at least as strictly as one with those of another machine. */
const missingSignals: Property = (store, runs, seed = SEED) => {
  const bare = fc.constantFrom(null, {}, { junk: 1 }, { user_agent: 'curl/8' });
  const types = fc.constantFrom('login', 'mfa_challenge', 'payment_attempt', ...SENSITIVE_TYPES);
  const sequence = fc.array(types, { minLength: 1, maxLength: 4 });
  const attack = fc.record({ signals: bare, list: sequence, address: fc.constantFrom(ABROAD, NEIGHBOR) });
  return check(attack, [runs, seed], async ({ signals, list, address }) => {
    const foreign = list.map((type) => ({ type, address, signals: phone(FRESH_ID) }));
    const expected = await sendAll(await withOwner(store), foreign);
    const results = await sendAll(
      await withOwner(store),
      foreign.map((event) => ({ ...event, signals })),
    );
    results.forEach((result, index) => {
      const other = expected[index] as Result;
      assert.ok(rank(result) >= rank(other), `${list[index]}: ${told(result)}, with signals ${told(other)}`);
    });
  });
};

/** A2: while the server reports logins, public events change no decision of the owner and block no newcomer. */
const publicEventsInVerifiedMode: Property = (store, runs, seed = SEED) => {
  const attack = fc.record({
    noise: forgery(POSSESSIONS),
    honest: fc.constantFrom(...Object.keys(HONEST_EVENTS)),
    server: fc.constantFrom(...Object.keys(SERVERS)),
  });
  return check(attack, [runs, seed], async ({ noise, honest, server }) => {
    const sent = SERVERS[server] as (event: SentEvent) => SentEvent;
    const owner = sent({ type: 'login' });
    const [attacked, quiet] = [await withOwner(store, owner), await withOwner(store, owner)];
    attacked.reportDaily();
    quiet.reportDaily();
    for (const event of noise) {
      await attacked.send(event);
      quiet.wait(event.after ?? MINUTE);
    }
    const event = sent(HONEST_EVENTS[honest] as SentEvent);
    const [result, expected] = [await attacked.send(event), await quiet.send(event)];
    const what = `${honest}, ${server}: ${told(result)}, without forgery ${told(expected)}`;
    if (event.account === undefined) assert.equal(result.decision, expected.decision, what);
    assert.notEqual(result.decision, 'block', what);
  });
};

/** A2: if only browsers report, forged events never block an honest success. */
const publicEventsNeverBlock: Property = (store, runs, seed = SEED) => {
  const successes = Object.keys(HONEST_EVENTS).filter((name) => HONEST_EVENTS[name]?.type !== 'login_failed');
  const attack = fc.record({ noise: forgery(['look', 'network']), honest: fc.constantFrom(...successes) });
  return check(attack, [runs, seed], async ({ noise, honest }) => {
    const simulation = await withOwner(store, { credential: 'public' });
    await sendAll(simulation, noise);
    const result = await simulation.send({ ...(HONEST_EVENTS[honest] as SentEvent), credential: 'public' });
    assert.notEqual(result.decision, 'block', `${honest}: ${told(result)}`);
  });
};

/** A3: passive events and, while the server reports logins, public events do not change a proven device. */
const provenDevices: Property = (store, runs, seed = SEED) => {
  const passive = attackEvent(POSSESSIONS, { types: ['page_view', 'logout', 'search'] });
  const claimed = attackEvent(POSSESSIONS, { credentials: ['public'] });
  return check(fc.array(fc.oneof(passive, claimed), { minLength: 1, maxLength: 12 }), [runs, seed], async (events) => {
    const simulation = await withOwner(store);
    simulation.reportDaily();
    const before = await simulation.deviceOfId(digest(OWN_ID));
    await sendAll(simulation, events);
    const after = await simulation.deviceOfId(digest(OWN_ID));
    assert.deepEqual(after, before);
    const stolen = await simulation.deviceOfId(digest(FRESH_ID));
    assert.notEqual(stolen?.id, before?.id, "another id leads to the owner's device");
  });
};

/** A4: claims made before the server's first report are void: the customer is challenged at most once, the thief always. */
const voidClaims: Property = (store, runs, seed = SEED) => {
  const claims = fc.array(
    fc.record({
      type: fc.constantFrom('login', 'login', 'signup', 'payment_attempt', 'page_view', 'mfa_passed'),
      signals: signalsWith([]),
      address: fc.constantFrom(ABROAD, '45.83.77.9', HOME),
      after: fc.constantFrom(MINUTE, HOUR, DAY + HOUR),
    }),
    { minLength: 1, maxLength: 10 },
  );
  return check(
    fc.record({ claims, apart: fc.constantFrom(MINUTE, HOUR, DAY) }),
    [runs, seed],
    async ({ claims: list, apart }) => {
      const simulation = await Simulation.open(store);
      await sendAll(
        simulation,
        list.map((event) => ({ ...event, credential: 'public' as const })),
      );
      const visits = await sendAll(simulation, visitsEvery(apart));
      for (const visit of visits.slice(1)) {
        assert.ok(visit.decision === 'allow' || visit.decision === 'monitor', visits.map(told).join('\n'));
      }
      simulation.wait(2 * DAY);
      const quiet = await Simulation.open(store);
      quiet.wait(2 * DAY);
      await sendAll(quiet, visitsEvery(apart));
      quiet.wait(2 * DAY);
      const thief = { ...(list.at(-1) as SentEvent), type: 'login', credential: 'secret' as const, after: MINUTE };
      const [result, expected] = [await simulation.send(thief), await quiet.send(thief)];
      assert.ok(rank(result) >= rank(expected), `the thief: ${told(result)}, without claims ${told(expected)}`);
    },
  );
};

/** A6: no class of address lowers the decision on an attack against an account with proven networks. */
const addressClasses: Property = (store, runs, seed = SEED) => {
  const attack = fc.record({
    signals: signalsWith(['id', 'look']),
    types: fc.array(fc.constantFrom('login', 'login_failed', 'payment_attempt', ...SENSITIVE_TYPES), {
      minLength: 1,
      maxLength: 4,
    }),
    address: fc.constantFrom(...ODD_ADDRESSES),
  });
  return check(attack, [runs, seed], async ({ signals, types, address }) => {
    const events = types.map((type) => ({ type, signals, after: MINUTE }));
    const expected = await sendAll(
      await withOwner(store),
      events.map((event) => ({ ...event, address: ABROAD })),
    );
    const results = await sendAll(
      await withOwner(store),
      events.map((event) => ({ ...event, address })),
    );
    results.forEach((result, index) => {
      const other = expected[index] as Result;
      const isLower = decidingScore(result) < decidingScore(other);
      assert.ok(!isLower, `${types[index]} from ${address}: ${told(result)}, abroad ${told(other)}`);
    });
  });
};

/** The scores of an attack, with a flood before or between its events. */
async function scoresOf(store: Store, attack: string, credential: KeyKind, hidden: Flood | null): Promise<Result[]> {
  const simulation = await Simulation.open(store);
  await sendAll(simulation, victimLogins(credential));
  // After a week, the environment has a history of its accounts.
  simulation.wait(6 * DAY);
  await sendAll(simulation, victimLogins(credential));
  simulation.wait(2 * DAY);
  const script = ATTACKS[attack] ?? [];
  const results: Result[] = [];
  let sent = 0;
  for (const [index, event] of script.entries()) {
    const share =
      hidden === null || (!hidden.interleaved && index > 0)
        ? 0
        : hidden.count / (hidden.interleaved ? script.length : 1);
    for (let n = 0; hidden !== null && n < share; n += 1) {
      sent += 1;
      await simulation.send({ ...floodEvent(hidden, event, sent), credential });
    }
    results.push(await simulation.send({ ...event, credential, after: 10 * SECOND }));
  }
  return results;
}

/** A failed attempt may be blocked by claims of the public key; any other event only by better evidence. */
const isFailed = ({ type }: Pick<SentEvent, 'type'>): boolean => type.endsWith('_failed');

/**
 * A5: no flood of any type on any key lowers what decides on an attack. An attack that only browsers report may be challenged
 * instead of blocked: a flood can make the attacker's own id look like one that many machines share.
 */
const floods: Property = (store, runs, seed = SEED) => {
  const attack = fc.record({
    attack: fc.constantFrom(...Object.keys(ATTACKS)),
    credential: fc.constantFrom('public' as const, 'public' as const, 'secret' as const),
    hidden: flood,
  });
  return check(attack, [runs, seed], async ({ attack: name, credential, hidden }) => {
    // A second factor that the server reports comes from the owner.
    fc.pre(credential === 'public' || hidden.type !== 'mfa_passed');
    // Logins to the attacker's own accounts before their signup are not the same attack.
    fc.pre(!OWN_ACCOUNTS.has(name) || !hidden.shares.includes('account'));
    const expected = await scoresOf(store, name, credential, null);
    const results = await scoresOf(store, name, credential, hidden);
    const script = ATTACKS[name] ?? [];
    results.forEach((result, index) => {
      const other = expected[index] as Result;
      const isCertain = credential === 'secret' || isFailed(script[index] as SentEvent);
      const atLeast = isCertain ? decidingScore(other) : Math.min(decidingScore(other), BAND_TOPS.high);
      assert.ok(
        decidingScore(result) >= atLeast,
        `${name}, event ${index + 1}: ${told(result)}, without flood ${told(other)}`,
      );
    });
  });
};

export const PROPERTIES = {
  floods,
  sensitiveChanges,
  missingSignals,
  publicEventsInVerifiedMode,
  publicEventsNeverBlock,
  noiseInVerifiedMode,
  noiseNeverBlocks,
  provenDevices,
  voidClaims,
  addressClasses,
} as const satisfies Record<string, Property>;
