// Contract: environments are separate, even if they contain the same accounts, devices and events: no read of one finds
// rows of another, and no write of one changes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FILTER } from '../../../src/flows/events/list-events.ts';
import type { EventFilter } from '../../../src/records/lists.ts';
import type { Store } from '../../../src/records/store.ts';
import type { Environment } from '../../../src/records/tenants.ts';
import { DAY, HOUR } from '../../../src/vocabulary/clock.ts';
import { KEY_KINDS } from '../../../src/vocabulary/words.ts';
import { digest, id, NOON } from '../sample.ts';
import { type EngineUnderTest, newEnvironment } from './engine-under-test.ts';
import { ACCOUNT, begin, CANDIDATE, change, fill, keysAt, type SharedIds } from './shared-history.ts';

const ADDRESS = '203.0.113.7';
const ALL = { from: null, limit: 9 } as const;
const ALL_IDS = { after: '', before: '~' };
const EVERY: EventFilter = { ...NO_FILTER, accountKeys: [], addresses: [], fingerprints: [] };

/** What later events of the account are scored against, at home and elsewhere. */
function history(store: Store, number: number, { device }: SharedIds) {
  const from = keysAt(number, NOON + HOUR);
  return store.ingest(async (transaction) => {
    const elsewhere = { ...from, at: NOON + 2 * DAY, sessionToken: null, narrowNetwork: '203.0.9.0/24' };
    const known = [await transaction.loadHistory(elsewhere), await transaction.loadHistory(from)];
    const candidates = await transaction.loadCandidates(from, [CANDIDATE], ['f']);
    return [known, candidates, await transaction.loadDeviceHistory(from, device)];
  });
}

/** Everything that can be read about the history in an environment. */
async function readAll(store: Store, number: number, ids: SharedIds): Promise<Record<string, unknown>> {
  const { lists, sortedLists: sorted, activity, links, campaigns, search, events: single } = store;
  const { device, session, events } = ids;
  const [stopped] = events;
  const range = { from: NOON - DAY, to: NOON + DAY };
  const page = { sort: 'last_seen', order: 'desc', limit: 9, from: null } as const;
  const account = { kind: 'account', key: ACCOUNT } as const;
  const days = [Math.floor(NOON / DAY) - 1, Math.floor(NOON / DAY) + 1] as const;
  const reads: Record<string, Promise<unknown>> = {
    history: history(store, number, ids),
    importPosition: store.importPosition(number, 'file'),
    event: single.event(number, stopped),
    accountEvents: single.accountEvents(number, ACCOUNT, { ...range, type: null }, 9),
    events: lists.events(number, EVERY, ALL),
    blocked: lists.events(number, { ...EVERY, decisions: ['block'] }, { sort: 'score', ...ALL }),
    labeled: lists.events(number, { ...EVERY, labels: ['fraud_confirmed'] }, ALL),
    signaled: lists.events(number, { ...EVERY, signals: ['NEW_DEVICE'] }, ALL),
    ofDevice: lists.eventIds(number, { ...EVERY, deviceIds: [device] }, ALL),
    eventsById: lists.eventsById(number, events),
    device: lists.device(number, device),
    deviceAccounts: lists.deviceAccounts(number, device, ALL),
    deviceResolutions: lists.deviceResolutions(number, device, ALL),
    deviceChanges: lists.deviceChanges(number, device),
    fingerprintOf: lists.fingerprintOf(number, stopped),
    accountExists: lists.accountExists(number, ACCOUNT),
    accountDevices: lists.accountDevices(number, ACCOUNT, { returning: null }, ALL),
    returningDevices: lists.accountDevices(number, ACCOUNT, { returning: true }, ALL),
    accounts: sorted.accounts(number, { prefix: null }, page),
    named: sorted.accounts(number, { prefix: 'al' }, { ...page, sort: 'name', order: 'asc' }),
    devices: sorted.devices(number, { trusted: null }, page),
    trusted: sorted.devices(number, { trusted: true }, page),
    networks: sorted.networks(number, { classification: null }, page),
    network: sorted.network(number, ADDRESS),
    addressOfEvent: sorted.addressOfEvent(number, stopped),
    networkAccounts: sorted.networkAccounts(number, ADDRESS, ALL),
    networkDevices: sorted.networkDevices(number, ADDRESS, ALL),
    account: activity.account(number, ACCOUNT),
    newest: activity.newest(number, account, 9),
    newestThere: activity.newest(number, { kind: 'network', key: ADDRESS }, 9),
    counted: activity.counted(number, account, 'evt_~', 9),
    countedThere: activity.counted(number, { kind: 'network', key: ADDRESS }, 'evt_~', 9),
    outcomes: activity.outcomes(number, events),
    devicesBefore: activity.devicesBefore(number, ACCOUNT, NOON + DAY, [device]),
    provenNetworks: activity.provenNetworks(number, ACCOUNT, 9),
    provenThere: activity.provenThere(number, { wide: '203.0.0.0/16', narrow: '203.0.113.0/24' }, [ACCOUNT]),
    ofAccount: links.neighbors(number, { ...account, counterKey: null }, 9),
    ofDeviceLinks: links.neighbors(number, { kind: 'device', key: device, counterKey: null }, 9),
    ofNetwork: links.neighbors(number, { kind: 'network', key: ADDRESS, counterKey: ADDRESS }, 9),
    accountFacts: links.facts(number, 'account', [ACCOUNT]),
    deviceFacts: links.facts(number, 'device', [device]),
    networkFacts: links.facts(number, 'network', [ADDRESS]),
    stopped: campaigns.stopped(number, range, 9, 'newest'),
    letThrough: campaigns.letThrough(number, { kind: 'device', value: device }, range, KEY_KINDS, 9),
    letThroughFingerprint: campaigns.letThrough(
      number,
      { kind: 'fingerprint', value: digest('fp') },
      range,
      KEY_KINDS,
      9,
    ),
    summaries: campaigns.summaries(number, events),
    accountNames: campaigns.accountNames(number, [ACCOUNT], 9),
    reasons: campaigns.reasons(number, events),
    foundEvent: search.byId('event', number, stopped, 9),
    foundDevice: search.byId('device', number, device, 9),
    foundSession: search.byId('session', number, session, 9),
    foundAccounts: search.accounts(number, 'al', 9),
    foundNetworks: search.networks(number, '203.0.113.', 9),
    integration: store.integration.newestEvents(number, NOON - DAY, 9),
    overview: store.rollups.overview(number, Math.floor(NOON / DAY)),
    eventTypes: store.rollups.eventTypes(number, Math.floor(NOON / HOUR) - 1, Math.floor(NOON / HOUR) + 1),
    trends: store.rollups.trends(number, ...days),
    outcomeHistory: store.outcomes.history(number, stopped, 9, null),
    current: store.outcomes.current(number, stopped),
    assessments: store.assessments.page(number, ALL_IDS, 9),
    labeledPage: store.assessments.labeledPage(number, ALL_IDS, 9),
    notes: store.notes.list(number, account, ALL),
    notesOfDevice: store.notes.ofTargets(number, 'device', [device]),
    count: store.assessments.count(number, ALL_IDS, 9),
  };
  return Object.fromEntries(await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read])));
}

export function isolationContract(engine: EngineUnderTest): void {
  const { store } = engine;

  /** Ids for a history, and what can be read about it in an environment. */
  function newHistory() {
    const ids: SharedIds = { device: id('device'), session: id('session'), events: [id('event'), id('event')] };
    return { ids, read: ({ number }: Environment) => readAll(store, number, ids) };
  }

  test('reads nothing of another environment', async () => {
    const { ids, read } = newHistory();
    const [begun, whole, empty] = [
      await newEnvironment(store),
      await newEnvironment(store),
      await newEnvironment(store),
    ];
    await begin(store, begun, ids);
    const [nothing, little] = [await read(empty), await read(begun)];
    await fill(store, whole, ids, HOUR / 2);
    const all = await read(whole);
    for (const name of Object.keys(all)) assert.notDeepEqual(all[name], nothing[name], `${name} reads something`);
    assert.deepEqual(await read(empty), nothing);
    assert.deepEqual(await read(begun), little);
  });

  for (const order of ['older', 'newer']) {
    test(`reads the same beside an ${order} environment`, async () => {
      const { ids, read } = newHistory();
      const [one, other] = [await newEnvironment(store), await newEnvironment(store)];
      const [own, beside] = order === 'newer' ? [one, other] : [other, one];
      await fill(store, own, ids, 0);
      const alone = await read(own);
      await fill(store, beside, ids, HOUR / 2);
      assert.deepEqual(await read(own), alone);
    });
  }

  test('changes nothing of another environment', async () => {
    const { ids, read } = newHistory();
    const [one, other] = [await newEnvironment(store), await newEnvironment(store)];
    await fill(store, one, ids, 0);
    await fill(store, other, ids, HOUR / 2);
    const [changed, before] = [await read(one), await read(other)];
    await change(store, one, ids);
    assert.notDeepEqual(await read(one), changed);
    assert.deepEqual(await read(other), before);
  });
}
