// Campaigns against the truth of a simulated population: whole attacks, hardly a stranger, and the same from any member.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MIXES } from '../../bench/simulate/logins-mix.ts';
import { populate } from '../../bench/simulate/logins-populate.ts';
import { type Campaign, listCampaigns, readCampaign } from '../../src/flows/campaigns/list-campaigns.ts';
import type { Context } from '../../src/flows/context.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { siblingId } from '../../src/vocabulary/ids.ts';
import { contextOver } from '../context.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

/** A small site: 90 people, a week of habits, and one attack of each kind in the six days after it. */
const MIX = { ...MIXES.shop, people: 90, days: 13, warmupDays: 7, offices: 2, campaigns: 1 } as (typeof MIXES)[string];
/** Attacks that show a device, a fingerprint, an address or an account again; the others leave nothing to group by. */
const CONNECTED =
  /^(vertical_brute_force|password_spraying|stuffing_single_ip|stuffing_distributed_same_device|nat_attacker|victim_injection|reset_abuse|card_testing|headless_automation)#/;
/** An attack of fewer stopped events is no wave. */
const MIN_STOPPED = 10;

let store: Store;
let context: Context;
let environment: Environment;
const truth = new Map<string, string | null>();
let campaigns: Campaign[];
before(async () => {
  let now = 0;
  store = await openSqlite({ path: ':memory:' });
  environment = await newEnvironment(store);
  context = contextOver(store, { clock: () => now });
  for (const line of populate(MIX)) {
    now = Math.floor(line.at);
    const { recorded } = await recordEvent(context, environment, {
      type: line.event,
      accountId: line.account,
      signals: line.signals,
      address: line.address,
      userAgent: null,
      occurredAt: null,
      credential: line.credential,
      idempotency: null,
      imported: null,
    });
    truth.set(recorded.id, line.campaign);
  }
  const filter = { from: 0, to: now + 1, minEvents: 1, unlabeled: false };
  const list = await listCampaigns(context, environment, filter);
  assert.ok(list.complete);
  campaigns = list.campaigns;
});
after(() => store.close());

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

test('at least 90 % of an attack with a shared source are in its campaign', () => {
  const attacks = [...stoppedByAttack()].filter(([name, count]) => CONNECTED.test(name) && count >= MIN_STOPPED);
  assert.ok(attacks.length >= 6, `${attacks.length} attacks`);
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
