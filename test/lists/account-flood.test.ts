// Tests that the page of an account flooded with page views still shows the takeover before them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccount, readTimeline } from '../../src/flows/accounts/read-account.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { timelineEntryBody } from '../../src/http/schemas/account.ts';
import { DAY, MINUTE } from '../../src/vocabulary/clock.ts';
import type { KeyKind } from '../../src/vocabulary/words.ts';
import { contextOver } from '../context.ts';
import { desktop, OWN_ID, phone } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { idOf } from '../integrity/simulation.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

/** Events that one request reads in this test; the usual 5,000 would take minutes to record. */
const LIMIT = 20;

await onBothEngines(({ store }) => {
  test('page views do not push a takeover out of the summary and the timeline', async () => {
    let now = Date.UTC(2026, 2, 2, 9);
    const environment = await newEnvironment(store);
    const context = contextOver(store, { clock: () => now });
    const send = async (type: string, signals: Record<string, unknown>, address: string, credential: KeyKind) => {
      now += MINUTE;
      const input = { type, accountId: 'owner', signals, address, credential, userAgent: null, occurredAt: null };
      return (await recordEvent(context, environment, { ...input, idempotency: null, imported: null })).recorded;
    };
    await send('page_view', phone(idOf(2)), '45.83.1.20', 'public');
    for (let day = 0; day < 3; day += 1) {
      await send('login', desktop(OWN_ID), '81.2.69.142', 'secret');
      now += DAY;
    }
    const theft = await send('login', phone(idOf(2)), '81.2.69.77', 'secret');
    const change = await send('payout_change', phone(idOf(2)), '81.2.69.77', 'secret');
    for (let n = 0; n < 3 * LIMIT; n += 1) await send('page_view', phone(idOf(3)), '45.83.1.20', 'public');

    const summary = await readAccount(context, environment, 'owner', LIMIT);
    assert.equal(summary.lastSuccess?.id, theft.id);
    assert.equal(summary.recent.riskiest?.id, change.id);
    assert.ok(summary.completeSince > now - LIMIT * MINUTE, 'not all events were read');
    const { entries } = await readTimeline(context, environment, 'owner', LIMIT);
    const [newest, before] = entries;
    assert.deepEqual([newest?.kind, newest?.events[0]?.id], ['stopped', change.id]);
    assert.deepEqual([before?.kind, before?.events[0]?.id, before?.newDevice], ['first_login', theft.id, true]);
    const whole = await readTimeline(context, environment, 'owner');
    assert.deepEqual(entries, whole.entries);
  });

  test('claims take the place neither of the last login, nor of the riskiest event, nor of the takeover', async () => {
    let now = Date.UTC(2026, 2, 2, 9);
    const environment = await newEnvironment(store);
    const context = contextOver(store, { clock: () => now });
    const send = async (type: string, machine: number, address: string, credential: KeyKind) => {
      now += MINUTE;
      const signals = machine === 1 ? desktop(OWN_ID) : phone(idOf(machine));
      const input = { type, accountId: 'owner', signals, address, credential, userAgent: null };
      const rest = { occurredAt: null, idempotency: null, imported: null };
      return (await recordEvent(context, environment, { ...input, ...rest })).recorded;
    };
    for (let day = 0; day < 3; day += 1) {
      await send('login', 1, '81.2.69.142', 'secret');
      now += DAY;
    }
    const prepared = await send('login', 2, '81.2.69.77', 'public');
    const theft = await send('login', 2, '81.2.69.77', 'secret');
    const change = await send('payout_change', 2, '81.2.69.77', 'secret');
    const claims = [];
    for (let n = 0; n < 25; n += 1) claims.push(await send('login_failed', 3, '45.83.1.20', 'public'));
    assert.ok(claims.some(({ score }) => score > change.score));
    const claimed = await send('login', 4, '81.2.69.80', 'public');
    assert.deepEqual([theft.decision, change.decision, claimed.decision], ['allow', 'challenge', 'allow']);
    const { lastSuccess, recent } = await readAccount(context, environment, 'owner');
    assert.deepEqual([lastSuccess?.id, recent.riskiest?.id], [theft.id, change.id]);
    assert.ok((recent.maxScore ?? 0) > change.score);
    const { entries } = await readTimeline(context, environment, 'owner');
    const stopped = entries.filter(({ kind }) => kind === 'stopped').map(timelineEntryBody);
    assert.deepEqual(
      stopped.map(({ event, event_types }) => [event?.id, event_types]),
      [[change.id, ['payout_change', 'login_failed']]],
    );
    const firstLogins = entries.filter(({ kind, newDevice }) => kind === 'first_login' && newDevice);
    assert.deepEqual(
      firstLogins.slice(0, 2).map(({ telling }) => telling?.id),
      [theft.id, prepared.id],
      'a claim with the same machine does not make it known',
    );
  });
});
