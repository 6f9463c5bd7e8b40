// Records a template: a few thousand events that the service's own flows store in a SQLite file, to be copied by the seeder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareEvent } from '../../src/flows/events/prepared-event.ts';
import { recordEventWithin } from '../../src/flows/events/record-event.ts';
import { recordOutcome } from '../../src/flows/outcomes/record-outcome.ts';
import { applyPendingRollups } from '../../src/flows/overview/apply-rollups.ts';
import { DEFAULT_THRESHOLDS } from '../../src/policy/policy.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { encodeBase32, ID_PREFIXES, type IdSource } from '../../src/vocabulary/ids.ts';
import type { Label } from '../../src/vocabulary/words.ts';
import { contextOver } from '../../test/context.ts';
import { environment, organization } from '../../test/storage/sample.ts';
import { type HotKey, serviceEvents, type TimedInput } from './service-events.ts';

export interface Template {
  /** Path of the SQLite file; it has one environment. */
  path: string;
  environmentNumber: number;
  events: number;
  /** The recorded events; copy 0 has the same ids and times. */
  inputs: readonly TimedInput[];
  remove(): void;
}

/** Events recorded concurrently; they share commits. */
const CONCURRENCY = 256;
const SEED = 1;
const SUBMITTER = { type: 'secret_key', id: 'key_template', name: 'Backend' } as const;

/** Creates ascending ids whose last 32 bits are zero, so that each copy can put its own number there. */
function templateIds(): IdSource {
  let count = 0;
  return (kind, at) => {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(0, (BigInt(at) << 16n) | 0x7000n);
    count += 1;
    view.setUint32(8, 0x8000_0000 + count);
    return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`;
  };
}

/** A template of the last ten days: outcomes for 1 % of the events and 10 % of the blocked ones, all rollups applied. */
export function serviceTemplate({
  events = 5_000,
  hot,
}: {
  events?: number;
  hot?: HotKey | undefined;
} = {}): Promise<Template> {
  return recordTemplate(serviceEvents(events, Date.now(), SEED, hot));
}

/** Records a template from given events, which must be in time order. */
export async function recordTemplate(inputs: readonly TimedInput[]): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-template-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const path = join(folder, 'template.db');
  const store = await openSqlite({ path });
  let now = 0;
  const context = contextOver(store, { newId: templateIds(), clock: () => now });
  const owner = organization();
  const newEnvironment = environment(owner.id);
  await store.tenants.createOrganization(owner, [newEnvironment], [], { thresholds: DEFAULT_THRESHOLDS });
  const saved = (await store.tenants.environment(newEnvironment.id)) as Environment;
  const policy = await context.policyOf(saved);
  for (let from = 0; from < inputs.length; from += CONCURRENCY) {
    const recorded = inputs.slice(from, from + CONCURRENCY).map(({ at, input }) => {
      const ready = prepareEvent(context, { environment: saved, policy, subscribers: [] }, input, at);
      return store.ingest((transaction) => recordEventWithin(transaction, context, ready));
    });
    for (const [index, { recorded: event }] of (await Promise.all(recorded)).entries()) {
      const number = from + index;
      const blocked = event.decision === 'block';
      if (number % (blocked ? 10 : 100) !== 0) continue;
      now = event.createdAt + MINUTE;
      const label: Label = blocked || number % 1_000 === 0 ? 'account_takeover' : 'legitimate';
      const outcome = { label, authenticationOutcome: null, reason: null, metadata: null };
      await recordOutcome(context, [saved], event.id, outcome, SUBMITTER);
    }
  }
  await applyPendingRollups(context, saved);
  await store.close();
  return { path, environmentNumber: saved.number, events: inputs.length, inputs, remove };
}
