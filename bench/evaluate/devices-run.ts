// Runs events through the service's own code, SQLite in memory, each at its own time, with one part left out on request.
import { readImportLine } from '../../src/cli/import/import-line.ts';
import type { observe } from '../../src/devices/observe.ts';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
import { recordEventWithin } from '../../src/flows/events/record-event.ts';
import type { EventWrites, IngestTransaction } from '../../src/records/ingest.ts';
import { type Answer, Judgment, type Truth } from './devices-metrics.ts';
import { openService, type Service } from './logins-run.ts';

/** What an ablation leaves out; `trusting` instead takes every known device for a trusted one. */
export const VARIANTS = ['whole', 'no-frequencies', 'no-account', 'no-network', 'no-provisional', 'trusting'] as const;
export type Variant = (typeof VARIANTS)[number];

/** Events that share a commit; each sees those before it. */
const BATCH = 128;

export interface EvaluatedDevices {
  judgment: Judgment;
  /** ms of each event, reads and writes included. */
  milliseconds: number[];
}

/** Judges every event in order; `onProgress` is told how many are done. @throws Failure when a line is invalid. */
export async function evaluateDevices(
  lines: readonly Uint8Array[],
  truth: readonly Truth[],
  variant: Variant,
  onProgress: (done: number) => void,
): Promise<EvaluatedDevices> {
  const service = await openService();
  const judgment = new Judgment();
  const milliseconds: number[] = [];
  try {
    for (let start = 0; start < lines.length; start += BATCH) {
      const batch = lines.slice(start, start + BATCH);
      const answers = await Promise.all(batch.map((line, index) => answerOf(service, line, start + index, variant)));
      for (const [index, { answer, event, took }] of answers.entries()) {
        judgment.add(truth[start + index] as Truth, answer, event);
        milliseconds.push(took);
      }
      onProgress(start + batch.length);
    }
  } finally {
    await service.context.store.close();
  }
  return { judgment, milliseconds };
}

async function answerOf({ context, environment, policy }: Service, line: Uint8Array, index: number, variant: Variant) {
  const past = readImportLine(line, Number.MAX_SAFE_INTEGER);
  const input = { ...past.input, idempotency: null, imported: { source: 'evaluation', line: index + 1 } };
  const whole = observeEvent(environment, input, input.occurredAt);
  const observed =
    variant === 'no-network' ? { ...whole, eventKeys: { ...whole.eventKeys, narrowNetwork: null } } : whole;
  const ready = { environment, policy, subscribers: [], input, observed, now: observed.at };
  let writes: EventWrites | null = null;
  let took = 0;
  await context.store.ingest(async (transaction) => {
    const started = performance.now();
    const watched = watch(transaction, variant, observed.observation, (made) => {
      writes = made;
    });
    await recordEventWithin(watched, context, ready);
    took = performance.now() - started;
  });
  const os = String(observed.observation.profile.os_family ?? 'unknown');
  return {
    answer: answerFrom(writes as unknown as EventWrites),
    event: { at: observed.at, os, persistentId: observed.observation.persistentId },
    took,
  };
}

function answerFrom({ event, device }: EventWrites): Answer {
  const { method, confidence, candidateCount } = event.resolution;
  return { deviceId: device.id, created: device.created, method, confidence, candidateCount };
}

/** The transaction as it is, but for what the variant leaves out; `onSave` sees what is written. */
function watch(
  transaction: IngestTransaction,
  variant: Variant,
  observation: ReturnType<typeof observe>,
  onSave: (writes: EventWrites) => void,
): IngestTransaction {
  const trusting = <T extends { isTrusted: boolean }>(device: T): T =>
    variant === 'trusting' ? { ...device, isTrusted: true } : device;
  return {
    async loadHistory(eventKeys) {
      const known = await transaction.loadHistory(eventKeys);
      return known.idOwner === null
        ? known
        : { ...known, idOwner: { ...known.idOwner, device: trusting(known.idOwner.device) } };
    },
    async loadCandidates(...wanted) {
      const pool = await transaction.loadCandidates(...wanted);
      const candidates = pool.candidates
        .filter((candidate) => variant !== 'no-account' || candidate.keys.length > 0)
        .map((candidate) => ({
          ...candidate,
          fromAccount: candidate.fromAccount && variant !== 'no-account',
          device: trusting(candidate.device),
        }));
      return { ...pool, candidates, frequencies: variant === 'no-frequencies' ? new Map() : pool.frequencies };
    },
    loadDeviceHistory: (...wanted) => transaction.loadDeviceHistory(...wanted),
    async save(writes) {
      onSave(writes);
      if (variant !== 'no-provisional' || !writes.device.created) return transaction.save(writes);
      const indexed = { addKeys: observation.keys, countFrequencies: observation.frequencyKeys };
      return transaction.save({ ...writes, device: { ...writes.device, provisional: false, ...indexed } });
    },
  };
}
