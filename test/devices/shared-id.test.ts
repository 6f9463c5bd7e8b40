// Tests an id that several accounts send: of a broken integration, no devices are merged; of one phone, each account knows it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Context } from '../../src/flows/context.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { contextOver } from '../context.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';
import { desktop, NOW, phone } from './machines.ts';

const SHARED = '7d9f1c52a0b34e6f9b1d2c3e4f5a6b7c';
const PEOPLE = 12;

let store: Store;
let context: Context;
let live: Environment;

before(async () => {
  store = await openSqlite({ path: ':memory:' });
  live = await newEnvironment(store);
  context = contextOver(store);
});
after(() => store.close());

async function visit(account: string, address: string, signals: Record<string, unknown>, at: number, type = 'login') {
  const { recorded } = await recordEvent(context, live, {
    type,
    accountId: account,
    signals,
    address,
    userAgent: null,
    occurredAt: at,
    credential: type === 'mfa_passed' ? 'secret' : 'public',
    idempotency: null,
    imported: { source: 'test', line: 1 },
  });
  return recorded;
}

/** Every person's visits on three days, each on a separate network. Returns each person's devices. */
async function visitForThreeDays(
  prefix: string,
  machineOf: (person: number) => Record<string, unknown>,
): Promise<Set<string>[]> {
  const devices = Array.from({ length: PEOPLE }, () => new Set<string>());
  for (let day = 0; day < 3; day += 1) {
    for (let person = 0; person < PEOPLE; person += 1) {
      const at = NOW + day * DAY + person * HOUR;
      const address = `81.${prefix.length}.${person}.7`;
      const { device } = await visit(`${prefix}_${person}`, address, machineOf(person), at);
      devices[person]?.add(device.id);
    }
  }
  return devices;
}

/** How many devices belong to more than one person. */
function mixed(devices: readonly Set<string>[]): number {
  const all = devices.flatMap((own) => [...own]);
  return all.length - new Set(all).size;
}

test('separates machines that share an id and recognizes each in its own account', async () => {
  const devices = await visitForThreeDays('desktop', (person) =>
    desktop(SHARED, {
      hardware_concurrency: 4 + 2 * person,
      device_memory: person % 2 === 0 ? 8 : 16,
      canvas_hash: `c${person}`,
    }),
  );
  assert.equal(mixed(devices), 0);
  for (const own of devices) assert.ok(own.size <= 2, `${own.size} devices of one machine`);
});

test('does not merge phones of one model with one id on separate networks', async () => {
  const devices = await visitForThreeDays('phone', () => phone('aabbccddeeff00112233445566778899'));
  assert.equal(mixed(devices), 0);
});

test('a second account on a phone that changes its network at each visit has one device there', async () => {
  const signals = phone('00112233445566778899aabbccddeeff');
  const address = (day: number) => `84.${day}.0.7`;
  for (let day = 0; day < 3; day += 1) await visit('phone_first', address(day), signals, NOW + day * DAY);
  const seen = new Set<string>();
  const decisions: string[] = [];
  for (let day = 3; day < 9; day += 1) {
    const at = NOW + day * DAY;
    const login = await visit('phone_second', address(day), signals, at);
    if (login.decision === 'challenge') await visit('phone_second', address(day), signals, at + MINUTE, 'mfa_passed');
    const payment = await visit('phone_second', address(day), signals, at + HOUR, 'payment_attempt');
    for (const { device } of [login, payment]) seen.add(device.id);
    decisions.push(`${login.decision} ${payment.decision}`);
  }
  assert.deepEqual(new Set(decisions.slice(1)), new Set(['allow allow']));
  assert.equal(seen.size, 1);
  // The first account's network is one of its device's: there, the id led to that device, which the second account has not proven.
  await visit('phone_second', address(0), signals, NOW + 9 * DAY, 'page_view');
  const after = await visit('phone_second', address(9), signals, NOW + 9 * DAY + HOUR);
  assert.deepEqual([after.decision, seen.has(after.device.id)], ['allow', true]);
});
