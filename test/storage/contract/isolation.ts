// Contract: environments are separate, even if they contain the same accounts, devices and events: no read of one finds
// rows of another, and no write of one changes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FILTER } from '../../../src/flows/events/list-events.ts';
import type { EventFilter } from '../../../src/records/lists.ts';
import type { Store } from '../../../src/records/store.ts';
import type { Environment } from '../../../src/records/tenants.ts';
import { DAY, HOUR, MINUTE } from '../../../src/vocabulary/clock.ts';
import { KEY_KINDS } from '../../../src/vocabulary/words.ts';
import { digest, NOON } from '../sample.ts';
import { type EngineUnderTest, newEnvironment } from './engine-under-test.ts';
import {
  addEvent,
  begin,
  candidateOf,
  change,
  fill,
  keysAt,
  newHistory,
  type SharedHistory,
} from './shared-history.ts';

/** As many rows as there are events: those of another environment would take the place of some. */
const LIMIT = 3;
const ALL = { from: null, limit: LIMIT } as const;
const ALL_IDS = { after: '', before: '~' };
/** A newer event of another environment would take its place. */
const NEWEST = { from: null, limit: 1 } as const;
const EVERY: EventFilter = { ...NO_FILTER, accountKeys: [], addresses: [], fingerprints: [] };

/** What later events of the account are scored against, at home and elsewhere. */
function scoredAgainst(store: Store, number: number, history: SharedHistory) {
  const from = keysAt(number, NOON + HOUR, history);
  return store.ingest(async (transaction) => {
    const elsewhere = {
      ...from,
      at: NOON + 2 * DAY,
      sessionToken: null,
      narrowNetwork: history.wide.replace('.0.0/16', '.9.0/24'),
    };
    const known = [await transaction.loadHistory(elsewhere), await transaction.loadHistory(from)];
    const candidates = await transaction.loadCandidates(from, [candidateOf(history)], [history.name]);
    return [known, candidates, await transaction.loadDeviceHistory(from, history.device)];
  });
}

/** Filters by each key that a list can be driven by, and by what is checked for the events of another. */
function filtersOf({ device, session, name }: SharedHistory): Partial<EventFilter>[] {
  const [deviceIds, labels, signals] = [[device], ['fraud_confirmed' as const], ['ATTACK_WAVE']];
  const evaluations = ['potential_false_negative' as const];
  return [
    ...[{ deviceIds }, { labels }, { signals }, { evaluations }, { sessionIds: [session] }, { types: ['login'] }],
    ...[
      { deviceIds, labels },
      { deviceIds, signals },
      { deviceIds, evaluations },
      { deviceIds, assignees: [null] },
    ],
    { fingerprints: [digest(`${name} fp`)] },
  ];
}

/** Everything that can be read about the history in an environment. */
async function readAll(store: Store, number: number, history: SharedHistory): Promise<Record<string, unknown>> {
  const { lists, sortedLists: sorted, activity, links, campaigns, search, events: single } = store;
  const { name, account: accountKey, device, session, events, address, wide, narrow } = history;
  const [stopped] = events;
  const range = { from: NOON - DAY, to: NOON + DAY };
  const page = { sort: 'last_seen', order: 'desc', limit: LIMIT, from: null } as const;
  const account = { kind: 'account', key: accountKey } as const;
  const days = [Math.floor(NOON / DAY) - 1, Math.floor(NOON / DAY) + 1] as const;
  const listed = (filter: Partial<EventFilter>) => lists.events(number, { ...EVERY, ...filter }, NEWEST);
  const reads: Record<string, Promise<unknown>> = {
    history: scoredAgainst(store, number, history),
    importPosition: store.importPosition(number, name),
    event: single.event(number, stopped),
    accountEvents: single.accountEvents(number, accountKey, { ...range, type: null }, LIMIT),
    events: lists.events(number, EVERY, ALL),
    blocked: lists.events(number, { ...EVERY, decisions: ['block'] }, { sort: 'score', ...ALL }),
    ...Object.fromEntries(filtersOf(history).map((filter) => [JSON.stringify(filter), listed(filter)])),
    eventsById: lists.eventsById(number, events),
    device: lists.device(number, device),
    deviceAccounts: sorted.deviceAccounts(number, device, { ...page, sort: 'first_seen' }),
    deviceResolutions: lists.deviceResolutions(number, device, ALL),
    deviceChanges: lists.deviceChanges(number, device),
    fingerprintOf: lists.fingerprintOf(number, stopped),
    accountExists: lists.accountExists(number, accountKey),
    accountDevices: lists.accountDevices(number, accountKey, { returning: null }, ALL),
    returningDevices: lists.accountDevices(number, accountKey, { returning: true }, ALL),
    accounts: sorted.accounts(number, { prefix: null }, page),
    named: sorted.accounts(number, { prefix: name }, { ...page, sort: 'name', order: 'asc' }),
    devices: sorted.devices(number, { trusted: null }, page),
    trusted: sorted.devices(number, { trusted: true }, page),
    networks: sorted.networks(number, { classification: null }, page),
    network: sorted.network(number, address),
    addressOfEvent: sorted.addressOfEvent(number, stopped),
    networkAccounts: sorted.networkAccounts(number, address, ALL),
    networkDevices: sorted.networkDevices(number, address, ALL),
    account: activity.account(number, accountKey),
    newest: activity.newest(number, account, LIMIT),
    newestThere: activity.newest(number, { kind: 'network', key: address }, LIMIT),
    counted: activity.counted(number, account, 'evt_~', LIMIT),
    countedThere: activity.counted(number, { kind: 'network', key: address }, 'evt_~', LIMIT),
    outcomes: activity.outcomes(number, events),
    devicesBefore: activity.devicesBefore(number, accountKey, NOON + DAY, [device]),
    provenNetworks: activity.provenNetworks(number, accountKey, LIMIT),
    provenThere: activity.provenThere(number, { wide, narrow }, [accountKey]),
    ofAccount: links.neighbors(number, { ...account, counterKey: null }, LIMIT),
    ofDeviceLinks: links.neighbors(number, { kind: 'device', key: device, counterKey: null }, LIMIT),
    ofNetwork: links.neighbors(number, { kind: 'network', key: address, counterKey: address }, LIMIT),
    accountFacts: links.facts(number, 'account', [accountKey]),
    deviceFacts: links.facts(number, 'device', [device]),
    networkFacts: links.facts(number, 'network', [address]),
    stopped: campaigns.stopped(number, range, 1, 'newest'),
    letThrough: campaigns.letThrough(number, { kind: 'device', value: device }, range, KEY_KINDS, LIMIT),
    letThroughFingerprint: campaigns.letThrough(
      number,
      { kind: 'fingerprint', value: keysAt(number, NOON, history).fingerprint ?? '' },
      range,
      KEY_KINDS,
      LIMIT,
    ),
    summaries: campaigns.summaries(number, events),
    accountNames: campaigns.accountNames(number, [accountKey], LIMIT),
    reasons: campaigns.reasons(number, events),
    foundEvent: search.byId('event', number, stopped, LIMIT),
    foundDevice: search.byId('device', number, device, LIMIT),
    foundSession: search.byId('session', number, session, LIMIT),
    foundAccounts: search.accounts(number, name, LIMIT),
    foundNetworks: search.networks(number, address.slice(0, -1), LIMIT),
    integration: store.integration.newestEvents(number, NOON - DAY, LIMIT),
    overview: store.rollups.overview(number, Math.floor(NOON / DAY)),
    eventTypes: store.rollups.eventTypes(number, Math.floor(NOON / HOUR) - 1, Math.floor(NOON / HOUR) + 1),
    trends: store.rollups.trends(number, ...days),
    outcomeHistory: store.outcomes.history(number, stopped, 9, null),
    current: store.outcomes.current(number, stopped),
    assessments: store.assessments.page(number, ALL_IDS, LIMIT),
    labeledPage: store.assessments.labeledPage(number, ALL_IDS, LIMIT),
    notes: store.notes.list(number, account, ALL),
    notesOfDevice: store.notes.ofTargets(number, 'device', [device]),
    count: store.assessments.count(number, ALL_IDS, LIMIT),
  };
  return Object.fromEntries(await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read])));
}

export function isolationContract(engine: EngineUnderTest): void {
  const { store } = engine;

  test('reads nothing of another environment', async () => {
    const history = newHistory();
    const read = ({ number }: Environment) => readAll(store, number, history);
    const [begun, whole, empty] = [
      await newEnvironment(store),
      await newEnvironment(store),
      await newEnvironment(store),
    ];
    await begin(store, begun, history);
    const [nothing, little] = [await read(empty), await read(begun)];
    await fill(store, whole, history, MINUTE);
    const all = await read(whole);
    for (const name of Object.keys(all)) assert.notDeepEqual(all[name], nothing[name], `${name} reads something`);
    assert.deepEqual(await read(empty), nothing);
    assert.deepEqual(await read(begun), little);
  });

  for (const order of ['older', 'newer']) {
    test(`reads the same beside an ${order} environment`, async () => {
      const history = newHistory();
      const read = ({ number }: Environment) => readAll(store, number, history);
      const [one, other] = [await newEnvironment(store), await newEnvironment(store)];
      const [own, beside] = order === 'newer' ? [one, other] : [other, one];
      await fill(store, own, history, 0);
      const alone = await read(own);
      await fill(store, beside, history, MINUTE);
      await addEvent(store, beside, history);
      await store.rollups.applyPending(beside.number, 9);
      assert.deepEqual(await read(own), alone);
    });
  }

  test('changes nothing of another environment', async () => {
    const history = newHistory();
    const read = ({ number }: Environment) => readAll(store, number, history);
    const [one, other] = [await newEnvironment(store), await newEnvironment(store)];
    await fill(store, one, history, 0);
    await fill(store, other, history, MINUTE);
    await addEvent(store, other, history);
    const [changed, before] = [await read(one), await read(other)];
    await change(store, one, history);
    assert.notDeepEqual(await read(one), changed);
    assert.deepEqual(await read(other), before);
    assert.equal(await store.rollups.applyPending(other.number, 9), 1);
  });
}
