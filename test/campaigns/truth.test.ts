// Compares campaigns with the truth of a simulated population: whole attacks, hardly any strangers, the same from any member.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { MIXES } from '../../bench/simulate/logins-mix.ts';
import { EXTENDED_FAMILIES, type ExtendedMix, type PopulationMix } from '../../bench/simulate/logins-parameters.ts';
import type { Line } from '../../bench/simulate/logins-people.ts';
import { populate } from '../../bench/simulate/logins-populate.ts';
import {
  type Campaign,
  type CampaignFilter,
  listCampaigns,
  readCampaign,
} from '../../src/flows/campaigns/list-campaigns.ts';
import type { Context } from '../../src/flows/context.ts';
import { type EventLine, importEvents } from '../../src/flows/imports/import-events.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { END_OF_TIME } from '../../src/vocabulary/clock.ts';
import { siblingId } from '../../src/vocabulary/ids.ts';
import { contextOver } from '../context.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

const { extended, ...market } = MIXES.market as PopulationMix & { extended: ExtendedMix };
const attacks = Object.fromEntries(EXTENDED_FAMILIES.map((family) => [family, 1])) as ExtendedMix['attacks'];
/** A small site: 110 people, eight days of habits, and one attack of each kind in the seven days after them. */
const MIX = {
  ...market,
  ...{ people: 110, days: 16, warmupDays: 8, offices: 2, campaigns: 1, takeovers: 2 },
  extended: { ...extended, attacks },
};
/** The halves of this attack, days apart on another network or machine, have only the attacker in common. */
const APART = 'returning_attacker#1';
/** Attacks that change their source with every attempt or two. */
const SCATTERED = [
  'residential_slow',
  'card_testing_distributed',
  'stuffing_slow_distributed',
  'stuffing_rotating_ua',
].map((name) => `${name}#1`);
/** An attack with fewer stopped events is not a wave. */
const MIN_STOPPED = 10;

const ALL: CampaignFilter = { from: 0, to: END_OF_TIME, minEvents: 1, unlabeled: false };

let store: Store;
let context: Context;
let environment: Environment;
const truth = new Map<string, string | null>();
const accounts = new Map<string, string>();
let campaigns: Campaign[];
before(async () => {
  const lines = populate(MIX);
  const now = Math.floor(lines.at(-1)?.at ?? 0);
  store = await openSqlite({ path: ':memory:' });
  environment = await newEnvironment(store);
  context = contextOver(store, { clock: () => now });
  // A transaction for each event would take three times as long.
  await importEvents(context, {
    environment,
    lines: Readable.from(lines.map((_, index) => ({ number: index + 1, bytes: Buffer.from(`${index}`) }))),
    read: (bytes) => eventOf(lines[Number(bytes)] as Line),
    source: 'population',
    strict: true,
    onResult: async ({ line, id }) => {
      const { campaign, account } = lines[line - 1] as Line;
      truth.set(id, campaign);
      accounts.set(id, account);
    },
    onBadLine: () => {},
    onProgress: () => {},
    stopped: () => false,
  });
  const list = await listCampaigns(context, environment, ALL);
  assert.ok(list.complete);
  campaigns = list.campaigns;
});
after(() => store.close());

function eventOf({ at, event, account, address, credential, signals }: Line): EventLine {
  const occurredAt = Math.floor(at);
  const source = { signals, address, userAgent: null, credential, idempotency: null };
  return { input: { type: event, accountId: account, occurredAt, ...source }, outcome: null };
}

/** The stopped events of each attack. */
function stoppedByAttack(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { id } of campaigns.flatMap(({ events }) => events)) {
    const attack = truth.get(id);
    if (attack) counts.set(attack, (counts.get(attack) ?? 0) + 1);
  }
  return counts;
}

test('every stopped event is in exactly one campaign', () => {
  const ids = campaigns.flatMap(({ events }) => events.map(({ id }) => id));
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.length > 500, `${ids.length} stopped events`);
});

test('a list of the newest stopped events only says since when it is complete', async () => {
  const list = await listCampaigns(context, environment, ALL, 100);
  const times = list.campaigns.flatMap(({ events }) => events.map(({ at }) => at));
  assert.equal(times.length, 100);
  assert.deepEqual([list.complete, list.from], [false, Math.min(...times)]);
});

test('at least 90 % of an attack are in its campaign', () => {
  const attacks = [...stoppedByAttack()].filter(([name, count]) => name !== APART && count >= MIN_STOPPED);
  const names = attacks.map(([name]) => name);
  for (const scattered of SCATTERED) assert.ok(names.includes(scattered), `${scattered} is stopped`);
  assert.ok(attacks.length >= 16, `${attacks.length} attacks`);
  for (const [attack, stopped] of attacks) {
    const largest = Math.max(
      ...campaigns.map(({ events }) => events.filter(({ id }) => truth.get(id) === attack).length),
    );
    assert.ok(largest >= 0.9 * stopped, `${attack}: ${largest} of ${stopped}`);
  }
});

test('at most 2 % of the events in the campaigns of attacks are strangers', () => {
  let strangers = 0;
  let total = 0;
  for (const { events } of campaigns.filter(({ eventCount }) => eventCount >= MIN_STOPPED)) {
    const honest = events.filter(({ id }) => truth.get(id) === null).length;
    if (honest * 2 > events.length) continue;
    strangers += honest;
    total += events.length;
  }
  assert.ok(total > 500);
  assert.ok(strangers <= 0.02 * total, `${strangers} of ${total}`);
});

test('a campaign is the same from its first and its last event', async () => {
  const large = campaigns.filter(({ eventCount }) => eventCount >= MIN_STOPPED);
  for (const { id, events } of large.slice(0, 5)) {
    for (const event of [events[0], events.at(-1)]) {
      const read = await readCampaign(context, environment, siblingId('campaign', event?.id ?? ''));
      assert.equal(read.id, id);
      assert.deepEqual(
        read.events.map((one) => one.id),
        events.map((one) => one.id),
      );
    }
  }
});

test('the accounts that someone logged in to are named', async () => {
  let entered = 0;
  for (const { id, events } of campaigns.filter(({ eventCount }) => eventCount >= MIN_STOPPED)) {
    const read = await readCampaign(context, environment, id);
    const logins = events.filter(({ type }) => type === 'login' || type === 'mfa_passed');
    const names = new Set(logins.map((event) => accounts.get(event.id)));
    assert.deepEqual(read.enteredAccounts, [...names].sort());
    assert.equal(read.enteredAccountCount, names.size);
    entered += names.size;
  }
  assert.ok(entered > 0);
});

test('what was let through is of the attack', async () => {
  let strangers = 0;
  let total = 0;
  for (const { id } of campaigns.filter(({ eventCount }) => eventCount >= MIN_STOPPED)) {
    const { letThrough } = await readCampaign(context, environment, id);
    total += letThrough.length;
    strangers += letThrough.filter((event) => truth.get(event) === null).length;
  }
  assert.ok(strangers <= Math.max(3, 0.1 * total), `${strangers} of ${total}`);
});
