// Contract: outcomes are appended, one row of each event is current, and concurrent revisions run in sequence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeRow } from '../../../src/records/outcomes.ts';
import type { Label } from '../../../src/vocabulary/words.ts';
import { eventKeys, id, NOON } from '../sample.ts';
import { type EngineUnderTest, newEnvironment, saveEvent } from './engine-under-test.ts';

/** A revision as a backend would record it. */
export function outcome(eventId: string, more: Partial<OutcomeRow> = {}): OutcomeRow {
  return {
    id: id('outcome'),
    eventId,
    revision: 1,
    label: 'fraud_confirmed',
    authenticationOutcome: null,
    reason: 'chargeback – "№ 7"',
    metadata: { amount: 12.5, ticket: 'T-1', again: true },
    submittedBy: { type: 'secret_key', id: id('key'), name: 'backend' },
    submittedAt: NOON,
    isCurrent: true,
    decision: 'monitor',
    evaluation: 'potential_false_negative',
    ...more,
  };
}

/** Labels an event, once for each label; null takes the label back. */
export async function labelEvent(
  { outcomes }: EngineUnderTest['store'],
  number: number,
  eventId: string,
  ...labels: (Label | null)[]
): Promise<void> {
  for (const [index, label] of labels.entries()) {
    const row = outcome(eventId, { revision: index + 1, label });
    await outcomes.revise(number, eventId, () => ({ row, deliveries: [], dueAt: NOON }));
  }
}

export function outcomesContract(engine: EngineUnderTest): void {
  const { store } = engine;

  test('passes event and current row to a revision, which becomes current', async () => {
    const { number } = await newEnvironment(store);
    const { event } = await saveEvent(store, eventKeys(number));
    const first = outcome(event.id);
    const delivery = {
      id: id('delivery'),
      endpointId: id('endpoint'),
      type: 'outcome.created',
      eventId: event.id,
      body: '{}',
    } as const;
    const revised = await store.outcomes.revise(number, event.id, (facts, current) => {
      assert.equal(current, null);
      const { type, deviceId, score, level, decision, signals } = event;
      const signalFacts = facts.risk.signals.map(({ code, weight, description }) => ({ code, weight, description }));
      assert.deepEqual([facts.eventId, facts.eventType, facts.deviceId], [event.id, type, deviceId]);
      assert.deepEqual([facts.risk.score, facts.risk.level, facts.risk.decision], [score, level, decision]);
      assert.deepEqual(
        signalFacts,
        signals.map(({ code, weight, description }) => ({ code, weight, description })),
      );
      return { row: first, deliveries: [delivery], dueAt: NOON };
    });
    assert.deepEqual(revised, { row: first, written: true });
    assert.deepEqual(await store.outcomes.current(number, event.id), first);

    const second = outcome(event.id, {
      revision: 2,
      label: null,
      authenticationOutcome: 'login_failed',
      reason: null,
      metadata: null,
    });
    await store.outcomes.revise(number, event.id, (_, current) => {
      assert.deepEqual(current, first);
      return { row: second, deliveries: [], dueAt: NOON };
    });
    const history = [{ ...first, isCurrent: false }, second];
    assert.deepEqual(await store.outcomes.history(number, event.id, 10, null), history);
    assert.deepEqual(await store.outcomes.history(number, event.id, 10, { direction: 'next', revision: 1 }), [second]);
    assert.deepEqual(await store.outcomes.history(number, event.id, 1, null), [history[0]]);
    const back = { direction: 'prev', revision: 2 } as const;
    assert.deepEqual(await store.outcomes.history(number, event.id, 10, back), [history[0]]);
    const unchanged = await store.outcomes.revise(number, event.id, () => null);
    assert.deepEqual(unchanged, { row: second, written: false });
  });

  test('returns null for an event of another environment', async () => {
    const [one, other] = [await newEnvironment(store), await newEnvironment(store)];
    const { event } = await saveEvent(store, eventKeys(one.number));
    const revise = () => assert.fail('nothing to revise');
    assert.equal(await store.outcomes.revise(other.number, event.id, revise), null);
    assert.equal(await store.outcomes.current(one.number, event.id), null);
    assert.deepEqual(await store.outcomes.history(other.number, event.id, 10, null), []);
  });

  test('leaves exactly one current row after 30 concurrent revisions', async () => {
    const other = (await engine.openSecondStore?.()) ?? store;
    const { number } = await newEnvironment(store);
    const { event } = await saveEvent(store, eventKeys(number));
    const before: (string | undefined)[] = [];
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? store : other).outcomes.revise(number, event.id, (_facts, current) => {
          before[index] = current?.id;
          const row = outcome(event.id, { revision: (current?.revision ?? 0) + 1 });
          return { row, deliveries: [], dueAt: NOON };
        }),
      ),
    );
    const rows = await store.outcomes.history(number, event.id, 100, null);
    assert.equal(rows.length, 30);
    assert.equal(rows.filter(({ isCurrent }) => isCurrent).length, 1);
    assert.equal(new Set(before).size, 30, 'no two revisions replaced the same row');
    if (other !== store) await other.close();
  });
}
