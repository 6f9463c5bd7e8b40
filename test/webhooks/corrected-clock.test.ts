// Deliveries that a clock planned which was hours ahead: once it is corrected, maintenance makes them due.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pruneDeliveries } from '../../src/flows/webhooks/prune-deliveries.ts';
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { contextOver } from '../context.ts';
import { attempt, claim, complete, resultOf, SERVER_ERROR } from './claims.ts';
import { addEndpoint, delivery, NOON, onFreshStores } from './fixture.ts';

onFreshStores((open) => {
  test('deliveries that were planned by a clock that was ahead become due', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    const enqueue = (at: number) => store.webhooks.queue.enqueue(environmentNumber, delivery(id, at), at);
    const ahead = NOON + 3 * HOUR;
    await enqueue(ahead);
    await attempt(fixture, id, SERVER_ERROR, ahead);
    await enqueue(NOON + 10 * MINUTE);
    // Planned by a correct clock.
    await enqueue(NOON - 36 * MINUTE);
    for (const at of [-36, -35, -30, 0]) await attempt(fixture, id, SERVER_ERROR, NOON + at * MINUTE);
    assert.deepEqual(await claim(fixture, id), []);
    await pruneDeliveries(contextOver(store, { clock: () => NOON }), DAY);
    const claims = await claim(fixture, id);
    assert.deepEqual(claims.map(({ number, dueAt }) => [number, dueAt - NOON]).toSorted(), [
      [1, 0],
      [2, 0],
    ]);
    const { oldestDueAt } = await store.webhooks.queue.statistics(NOON + 2 * HOUR);
    assert.equal(oldestDueAt, NOON, 'the fifth attempt waits two hours');
  });

  test('leases that were taken while the clock was ahead hold up neither their deliveries nor others', async () => {
    await using fixture = await open();
    const { store, environmentNumber } = fixture;
    const { id } = await addEndpoint(store, environmentNumber);
    for (let n = 0; n < 4; n += 1) await store.webhooks.queue.enqueue(environmentNumber, delivery(id, NOON), NOON);
    const lost = await claim(fixture, id, NOON + 3 * HOUR);
    assert.equal(lost.length, 4);
    assert.equal((await store.webhooks.queue.dueEndpoints(NOON, null, 10)).length, 1);
    const claims = await claim(fixture, id);
    assert.deepEqual(claims.map((one) => one.id).toSorted(), lost.map((one) => one.id).toSorted());
    await complete(
      fixture,
      lost.map((one) => resultOf(one, SERVER_ERROR, NOON)),
    );
    assert.deepEqual(await claim(fixture, id), [], 'the new leases hold');
  });
});
