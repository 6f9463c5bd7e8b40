// Tests what imports leave out: webhooks, and on a second run everything that the first one reported or recorded.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Context } from '../../src/flows/context.ts';
import { type EventLine, importEvents } from '../../src/flows/imports/import-events.ts';
import { importOutcomes, type OutcomeEffect } from '../../src/flows/imports/import-outcomes.ts';
import { recordOutcome } from '../../src/flows/outcomes/record-outcome.ts';
import type { Submission } from '../../src/outcomes/revision.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { DAY, MINUTE } from '../../src/vocabulary/clock.ts';
import { invalid } from '../../src/vocabulary/failure.ts';
import type { Label } from '../../src/vocabulary/words.ts';
import { contextOver } from '../context.ts';
import { onAnyEngine } from '../engines.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const SUBMITTER = { type: 'user', id: 'analyst', name: 'analyst' } as const;
const labeled = (label: Label): Submission => ({ label, authenticationOutcome: null, reason: null, metadata: null });

/** An event with a minute for each account name and a label; the name `bad` stands for an invalid line, `failed` for a failed login. */
function eventOf(name: string): EventLine {
  if (name === 'bad') throw invalid({ pointer: '/account', code: 'required', detail: 'Is required.' });
  const type = name === 'failed' ? 'login_failed' : 'login';
  const occurredAt = NOON + MINUTE * (type === 'login' ? Number(name) : 0);
  const source = { signals: null, address: '81.2.69.142', userAgent: null, credential: 'secret', idempotency: null };
  return {
    input: { type, accountId: name, occurredAt, ...source } as EventLine['input'],
    outcome: labeled('legitimate'),
  };
}

/** Imports a line for each name; returns the ids of the events and the numbers of the lines reported as invalid. */
async function importOf(context: Context, environment: Environment, names: readonly string[]) {
  const ids: string[] = [];
  const bad: number[] = [];
  const summary = await importEvents(context, {
    environment,
    lines: Readable.from(names.map((name, index) => ({ number: index + 1, bytes: Buffer.from(name) }))),
    read: (bytes) => eventOf(String(bytes)),
    source: 'file',
    strict: false,
    onResult: async ({ id }) => {
      ids.push(id);
    },
    onBadLine: (line) => bad.push(line),
    onProgress: () => {},
    stopped: () => false,
  });
  assert.equal(summary.bad, bad.length);
  return { ids, bad, summary };
}

await onAnyEngine(async ({ store }) => {
  const subscribersOf = async () => [{ endpointId: 'whe_1', eventTypes: ['*'] as const }];
  const context = contextOver(store, { clock: () => NOON + 60 * MINUTE, subscribersOf });
  const queued = async ({ number }: Environment) => {
    const all = { statuses: [], types: [] };
    return (await store.webhooks.log.list(number, 'whe_1', all, { from: null, limit: 10 })).map(({ type }) => type);
  };

  test('neither events nor their outcomes are announced', async () => {
    const environment = await newEnvironment(store);
    const { ids, summary } = await importOf(context, environment, ['1', '2']);
    assert.deepEqual([summary.imported, summary.outcomes, await queued(environment)], [2, 2, []]);
    await recordOutcome(context, [environment], ids[0] ?? '', labeled('account_takeover'), SUBMITTER);
    assert.deepEqual(await queued(environment), ['outcome.updated'], 'one that was recorded later');
  });

  test('retention leaves the counts of failures that the next lines read', async () => {
    const environment = await newEnvironment(store);
    const later = (days: number) => ({ ...context, clock: () => NOON + days * DAY });
    // Retention itself is not run: it deletes the counts of all environments, also those of other tests.
    const forget = (days: number) => {
      const [now, week] = [NOON + days * DAY, 7 * DAY];
      return store.privacy.forgetFailures(environment.number, { now, before: now, importing: now - week }, 9);
    };
    await importOf(later(60), environment, ['1', 'failed', '2']);
    assert.equal(await forget(60 + 7 - 1), 0);
    assert.equal(await forget(60 + 7), 2, 'the import counts as complete');
  });

  test('of two runs at once, each line is stored once, and the slower one says why it ends', async () => {
    const environment = await newEnvironment(store);
    const names = Array.from({ length: 300 }, (_, index) => `${index}`);
    const runs = await Promise.allSettled([1, 2].map(() => importOf(context, environment, names)));
    const [done, ended] = runs.toSorted((a, b) => a.status.localeCompare(b.status));
    assert.ok(done?.status === 'fulfilled' && done.value.summary.imported === 300);
    assert.ok(ended?.status === 'rejected' && ended.reason.code === 'import_running', JSON.stringify(runs));
    assert.match(ended.reason.message, /^another import of source file has stored the lines up to \d+: let it end, /);
  });

  test('a second run reports only the invalid lines after those that the first one stored', async () => {
    const environment = await newEnvironment(store);
    const first = await importOf(context, environment, ['1', 'bad', '2']);
    const second = await importOf(context, environment, ['1', 'bad', '2', 'bad', '3']);
    assert.deepEqual([first.bad, second.bad], [[2], [4]]);
    assert.deepEqual([second.summary.alreadyImported, second.summary.imported], [2, 1]);
    assert.deepEqual(second.ids.slice(0, 2), first.ids);
  });

  test('of two runs at once, the slower one replaces no label by one of an earlier line', async () => {
    const environment = await newEnvironment(store);
    const [id = ''] = (await importOf(context, environment, ['1'])).ids;
    const labels: Label[] = ['payment_fraud', 'account_takeover'];
    const run = async (context: Context) => {
      const effects: string[] = [];
      await importOutcomes(context, {
        environment,
        lines: Readable.from(labels.map((label, at) => ({ number: at + 1, label }))),
        read: ({ label }) => ({ event: { id }, submission: labeled(label) }),
        within: 0,
        importedBy: 'analyst',
        dryRun: false,
        strict: false,
        onEffect: ({ effect }) => effects.push(effect),
        onBadLine: () => assert.fail('a line is bad'),
        onProgress: () => {},
        stopped: () => false,
      });
      return effects;
    };
    let other: Promise<string[]> | undefined;
    const { outcomes } = store;
    // Another process imports the file after this one has found that its first line was not imported yet.
    const history: typeof outcomes.history = async (...event) => {
      const rows = await outcomes.history(...event);
      other ??= run(context);
      await other;
      return rows;
    };
    const slower = await run({ ...context, store: { ...store, outcomes: { ...outcomes, history } } });
    assert.deepEqual(await other, ['updated', 'updated']);
    assert.deepEqual(slower, ['repeated', 'standing']);
    const rows = await outcomes.history(environment.number, id, 9, null);
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['legitimate', ...labels],
    );
  });

  test('an imported label that was revised since is not imported again, however many revisions there are', async () => {
    const environment = await newEnvironment(store);
    const { ids } = await importOf(context, environment, ['1']);
    const id = ids[0] ?? '';
    const revise = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        const label = n % 2 === 0 ? 'account_takeover' : 'legitimate';
        await recordOutcome(context, [environment], id, labeled(label), SUBMITTER);
      }
    };
    const importLabel = async () => {
      const effects: OutcomeEffect[] = [];
      await importOutcomes(context, {
        environment,
        lines: Readable.from([{ number: 1 }]),
        read: () => ({ event: { id }, submission: labeled('credential_stuffing') }),
        within: 0,
        importedBy: 'analyst',
        dryRun: false,
        strict: true,
        onEffect: (effect) => effects.push(effect),
        onBadLine: () => {},
        onProgress: () => {},
        stopped: () => false,
      });
      return effects.map(({ effect }) => effect);
    };
    await revise(110);
    assert.deepEqual(await importLabel(), ['updated']);
    await revise(1);
    assert.deepEqual(await importLabel(), ['repeated']);
  });
});
