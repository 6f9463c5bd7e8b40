// Records a template: a few thousand events kept by the service's own flows, in a SQLite file that copies are made of.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
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
import { type Hot, serviceMonth, type TimedInput } from './service-month.ts';

export interface Template {
  /** The database; it has one environment. */
  path: string;
  environmentNumber: number;
  events: number;
  /** What was recorded; the first copy is these very events. */
  inputs: readonly TimedInput[];
  remove(): void;
}

/** Events on their way at once; they share commits. */
const TOGETHER = 256;
const SEED = 1;
const SUBMITTER = { type: 'secret_key', id: 'key_template', name: 'Backend' } as const;

/** Ids whose last 32 bits are zero, so that each copy can put its own number there; in order of making. */
function templateIds(): IdSource {
  let made = 0;
  return (kind, at) => {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(0, (BigInt(at) << 16n) | 0x7000n);
    made += 1;
    view.setUint32(8, 0x8000_0000 + made);
    return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`;
  };
}

/** Events of the last ten days, outcomes for every hundredth and every tenth that was blocked, all figures folded. */
export function serviceTemplate({
  events = 5_000,
  hot,
}: {
  events?: number;
  hot?: Hot | undefined;
} = {}): Promise<Template> {
  return recordTemplate(serviceMonth(events, Date.now(), SEED, hot));
}

/** The same of events in time order that somebody else made up. */
export async function recordTemplate(inputs: readonly TimedInput[]): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-template-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const path = join(folder, 'template.db');
  const store = await openSqlite({ path });
  let now = 0;
  const context = contextOver(store, { newId: templateIds(), clock: () => now });
  const owner = organization();
  const made = environment(owner.id);
  await store.tenants.createOrganization(owner, [made], [], { thresholds: DEFAULT_THRESHOLDS });
  const kept = (await store.tenants.environment(made.id)) as Environment;
  const policy = await context.policyOf(kept);
  for (let from = 0; from < inputs.length; from += TOGETHER) {
    const recorded = inputs.slice(from, from + TOGETHER).map(({ at, input }) => {
      const observed = observeEvent(kept, input, at);
      const ready = { environment: kept, policy, subscribers: [], input, observed, now: at };
      return store.ingest((transaction) => recordEventWithin(transaction, context, ready));
    });
    for (const [index, { recorded: event }] of (await Promise.all(recorded)).entries()) {
      const number = from + index;
      const blocked = event.decision === 'block';
      if (number % (blocked ? 10 : 100) !== 0) continue;
      now = event.createdAt + MINUTE;
      const label: Label = blocked || number % 1_000 === 0 ? 'account_takeover' : 'legitimate';
      const said = { label, authenticationOutcome: null, reason: null, metadata: null };
      await recordOutcome(context, [kept], event.id, said, SUBMITTER);
    }
  }
  await applyPendingRollups(context, kept);
  await store.close();
  return { path, environmentNumber: kept.number, events: inputs.length, inputs, remove };
}
