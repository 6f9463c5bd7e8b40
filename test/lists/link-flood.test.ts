// Tests that the links of a device, an account and a network show what the server reported, however much anyone claims.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountKeyOf } from '../../src/devices/digest.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { type LinkStart, readLinks } from '../../src/flows/links/read-links.ts';
import { applyPendingRollups } from '../../src/flows/overview/apply-rollups.ts';
import { ACTIVITY_LIMITS } from '../../src/vocabulary/activity-limits.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import type { KeyKind } from '../../src/vocabulary/words.ts';
import { contextOver } from '../context.ts';
import { desktop, OWN_ID, phone } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { idOf } from '../integrity/simulation.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

const HOME = '81.2.69.142';
const THIEVES = '45.83.1.20';
const THIEVES_IPV6 = '2a01:4f8:1:2::20';
const THIEFS = phone(idOf(7));
const VICTIMS = ['victim 1', 'victim 2', 'victim 3'];
/** More than links follow from the start. */
const MANY = ACTIVITY_LIMITS.neighbors[0] + 5;

/** Made-up accounts whose keys come before those of all victims, or after them. */
function madeUp(where: 'before' | 'after'): string[] {
  const keys = VICTIMS.map(accountKeyOf).sort();
  const isBeyond = (key: string) => (where === 'before' ? key < (keys[0] as string) : key > (keys.at(-1) as string));
  const names = Array.from({ length: 10_000 }, (_, n) => `made up ${n}`).filter((name) => isBeyond(accountKeyOf(name)));
  assert.ok(names.length >= MANY);
  return names.slice(0, MANY);
}

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 2, 9);
  const environment = await newEnvironment(store);
  const context = contextOver(store, { clock: () => now });
  const send = async (accountId: string, signals: Record<string, unknown>, address: string, more: Sent = {}) => {
    now += more.after ?? MINUTE;
    const { type = 'login_failed', credential = 'secret' } = more;
    const input = { type, accountId, signals, address, credential, userAgent: null, occurredAt: null };
    return (await recordEvent(context, environment, { ...input, idempotency: null, imported: null })).recorded;
  };
  const claim = (accountId: string, signals: Record<string, unknown>, address: string) =>
    send(accountId, signals, address, { type: 'login', credential: 'public', after: 100 });
  const labelsOf = async (kind: string, start: LinkStart) => {
    const { nodes } = await readLinks(context, environment, start);
    return nodes.filter((node) => node.kind === kind && node.distance === 1).map(({ label }) => label);
  };

  await send(VICTIMS[0] as string, desktop(OWN_ID), HOME, { type: 'login' });
  const { device } = await send('thief', THIEFS, THIEVES, { type: 'login' });
  for (const victim of VICTIMS) await send(victim, THIEFS, THIEVES);

  test('the accounts that the server reported on a device come before those that others claim', async () => {
    for (const account of madeUp('before')) await claim(account, THIEFS, THIEVES);
    const accounts = await labelsOf('account', { deviceId: device.id });
    assert.deepEqual(accounts.filter((name) => VICTIMS.includes(name)).sort(), VICTIMS);
    assert.equal(accounts.length, ACTIVITY_LIMITS.neighbors[0]);
  });

  test('the networks that the server reported for an account or a device come before those that others claim', async () => {
    for (let n = 0; n < MANY; n += 1) await claim(VICTIMS[0] as string, phone(idOf(100 + n)), `93.184.${n}.1`);
    const ofAccount = await labelsOf('network', { accountId: VICTIMS[0] as string });
    assert.ok(ofAccount.includes('81.2.69.xxx') && ofAccount.includes('45.83.1.xxx'), ofAccount.join());
    for (let n = 0; n < MANY; n += 1) await claim(`claimed ${n}`, THIEFS, `93.184.${n}.1`);
    const ofDevice = await labelsOf('network', { deviceId: device.id });
    assert.ok(ofDevice.includes('45.83.1.xxx'), ofDevice.join());
  });

  test('the accounts and devices that the server reported at a network come before those that others claim', async () => {
    await checkNetwork(THIEVES);
  });

  // The events of an IPv6 address are counted under its /64.
  test('the accounts and devices that the server reported at an IPv6 network come before those that others claim', async () => {
    for (const victim of VICTIMS) await send(victim, THIEFS, THIEVES_IPV6);
    await checkNetwork(THIEVES_IPV6);
  });

  async function checkNetwork(address: string): Promise<void> {
    for (const [n, account] of madeUp('after').entries()) await claim(account, phone(idOf(1_000 + n)), address);
    await applyPendingRollups(context, environment);
    const event = await context.store.sortedLists.network(environment.number, address);
    const networkId = `net_${event?.firstEventId.slice(4)}`;
    const accounts = await labelsOf('account', { networkId });
    assert.deepEqual(accounts.filter((name) => VICTIMS.includes(name)).sort(), VICTIMS);
    const { nodes } = await readLinks(context, environment, { networkId });
    assert.ok(nodes.some(({ id, distance }) => id === device.id && distance === 1));
  }
});

interface Sent {
  type?: string;
  credential?: KeyKind;
  after?: number;
}
