// Runs past events through the service's own code, SQLite in memory, each at its own time: what live ones would have got.
import { randomBytes } from 'node:crypto';
import { operator } from '../../src/cli/operator.ts';
import type { Context } from '../../src/flows/context.ts';
import type { EventInput, RecordedEvent } from '../../src/flows/events/event-input.ts';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
import { recordEventWithin } from '../../src/flows/events/record-event.ts';
import { planSetUp, setUp } from '../../src/flows/tenants/set-up.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { encodeBase32, ID_PREFIXES, type IdSource } from '../../src/vocabulary/ids.ts';
import type { Decision } from '../../src/vocabulary/words.ts';
import { contextOver } from '../../test/context.ts';
import type { EventLine } from './logins-input.ts';

/** What the service said about one event. */
export interface Verdict {
  score: number;
  decision: Decision;
  codes: readonly string[];
  method: string;
}

/** Events that share a commit; each sees those before it. */
const BATCH = 256;

let made = 0;

/** Ids that sort by time, then by making. */
const newId: IdSource = (kind, at) => {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(at) << 16n);
  made += 1;
  view.setUint32(12, made);
  return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`;
};

function eventInput(line: EventLine, number: number): EventInput {
  return {
    type: line.event,
    accountId: line.account?.id ?? null,
    signals: line.signals,
    address: line.ip_address,
    userAgent: line.user_agent,
    occurredAt: line.at,
    credential: line.credential,
    idempotency: null,
    imported: { source: 'evaluation', line: number },
  };
}

function verdictOf(recorded: RecordedEvent): Verdict {
  return {
    score: recorded.score,
    decision: recorded.decision as Decision,
    codes: recorded.signals.map(({ code }) => code),
    method: recorded.method,
  };
}

export interface Service {
  context: Context;
  environment: Environment;
  policy: Policy;
}

/** A fresh service with an empty SQLite database in memory; close its store at the end. */
export async function openService(): Promise<Service> {
  const store = await openSqlite({ path: ':memory:' });
  const parts = { clock: Date.now, newId, randomBytes };
  const plan = planSetUp(parts, { name: 'Evaluation', email: 'evaluation@example.org', baseUrl: 'http://127.0.0.1' });
  await setUp(contextOver(store), operator(plan.organization.id), plan, 'no password');
  const environment = (await store.tenants.environments(null)).find(({ kind }) => kind === 'live');
  if (environment === undefined) throw new Error('no live environment was made');
  const policy = await store.tenants.policy(environment.number, environment.policyVersion);
  if (policy === null) throw new Error('no policy was made');
  const context = contextOver(store, { newId });
  return { context, environment, policy };
}

/** One verdict per event, under the default policy. `onProgress` is told how many events are done. */
export async function runThroughService(
  events: readonly EventLine[],
  onProgress: (done: number) => void,
): Promise<Verdict[]> {
  const { context, environment, policy } = await openService();
  const verdicts: Verdict[] = [];
  try {
    for (let start = 0; start < events.length; start += BATCH) {
      const batch = events.slice(start, start + BATCH);
      // In one tick and in order: the store runs them one after the other and shares one commit among them.
      const recorded = await Promise.all(
        batch.map((line, index) => {
          const input = eventInput(line, start + index + 1);
          const observed = observeEvent(environment, input, line.at);
          const ready = { environment, policy, subscribers: [], input, observed, now: line.at };
          return context.store.ingest((transaction) => recordEventWithin(transaction, context, ready));
        }),
      );
      verdicts.push(...recorded.map((one) => verdictOf(one.recorded)));
      onProgress(verdicts.length);
    }
  } finally {
    await context.store.close();
  }
  return verdicts;
}
