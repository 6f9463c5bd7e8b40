// Tests a tool that takes several browsers in turn, from another address at each attempt: one campaign, with the login it was let through.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Campaign, listCampaigns, readCampaign } from '../../src/flows/campaigns/list-campaigns.ts';
import type { Context } from '../../src/flows/context.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { END_OF_TIME } from '../../src/vocabulary/clock.ts';
import { contextOver } from '../context.ts';
import { desktop, NOW, phone } from '../devices/machines.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

const BROWSERS = [
  desktop(null),
  desktop(null, { canvas_hash: 'other', timezone: 'Europe/Oslo' }),
  phone(null),
] as const;
const ATTEMPTS = 90;

let store: Store;
let context: Context;
let environment: Environment;
let hit: string;
let campaigns: Campaign[];

before(async () => {
  let now = NOW;
  store = await openSqlite({ path: ':memory:' });
  environment = await newEnvironment(store);
  context = contextOver(store, { clock: () => now });
  const send = async (type: string, number: number) => {
    now += 15_000;
    const { recorded } = await recordEvent(context, environment, {
      type,
      accountId: `account ${number}`,
      signals: BROWSERS[number % BROWSERS.length] as Record<string, unknown>,
      address: `81.${number}.7.9`,
      userAgent: null,
      occurredAt: null,
      credential: 'secret',
      idempotency: null,
      imported: null,
    });
    return recorded.id;
  };
  hit = await send('login', 0);
  for (let number = 1; number <= ATTEMPTS; number += 1) await send('login_failed', number);
  const filter = { from: 0, to: END_OF_TIME, minEvents: 1, unlabeled: false };
  campaigns = (await listCampaigns(context, environment, filter)).campaigns;
});
after(() => store.close());

test('all stopped attempts are one campaign', () => {
  const [campaign, ...others] = campaigns;
  assert.deepEqual([campaign?.kind, others], ['stuffing', []]);
  assert.ok((campaign?.eventCount ?? 0) > ATTEMPTS * 0.8, `${campaign?.eventCount} events`);
  assert.equal(campaign?.fingerprintCount, BROWSERS.length);
});

test('the login that one of the browsers was let through with is found', async () => {
  const { letThrough } = await readCampaign(context, environment, campaigns[0]?.id ?? '');
  assert.ok(letThrough.includes(hit), `${letThrough}`);
});
