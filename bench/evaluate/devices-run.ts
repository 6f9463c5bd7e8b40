// Runs a file of events through the service's own code with in-memory SQLite, each at its own time, optionally without one part.
import { readImportLine } from '../../src/cli/import/import-line.ts';
import type { observe } from '../../src/devices/observe.ts';
import { prepareEvent } from '../../src/flows/events/prepared-event.ts';
import { recordEventWithin } from '../../src/flows/events/record-event.ts';
import type { EventWrites, IngestTransaction } from '../../src/records/ingest.ts';
import { Evaluation, type ResolverResult, type Truth } from './devices-metrics.ts';
import { type EvaluationService, openEvaluationService } from './evaluation-service.ts';

/** The ablations, named after the part that they omit. `trusting` omits nothing and treats every known device as trusted. */
export const VARIANTS = ['whole', 'no-frequencies', 'no-account', 'no-network', 'no-provisional', 'trusting'] as const;
export type Variant = (typeof VARIANTS)[number];

/** Events that share a commit; each reads those before it. */
const BATCH = 128;

export interface EvaluatedDevices {
  evaluation: Evaluation;
  /** Duration of each event, reads and writes included, ms. */
  milliseconds: number[];
}

/** Resolves every event in order; calls `onProgress` with the number done. @throws Failure when a line is invalid. */
export async function evaluateDevices(
  lines: readonly Uint8Array[],
  truth: readonly Truth[],
  variant: Variant,
  onProgress: (done: number) => void,
): Promise<EvaluatedDevices> {
  const service = await openEvaluationService();
  const evaluation = new Evaluation();
  const milliseconds: number[] = [];
  try {
    for (let start = 0; start < lines.length; start += BATCH) {
      const batch = lines.slice(start, start + BATCH);
      const results = await Promise.all(batch.map((line, index) => resolve(service, line, start + index, variant)));
      for (const [index, { result, event, took }] of results.entries()) {
        evaluation.add(truth[start + index] as Truth, result, event);
        milliseconds.push(took);
      }
      onProgress(start + batch.length);
    }
  } finally {
    await service.context.store.close();
  }
  return { evaluation, milliseconds };
}

async function resolve(
  { context, environment, policy }: EvaluationService,
  line: Uint8Array,
  index: number,
  variant: Variant,
) {
  const imported = readImportLine(line, Number.MAX_SAFE_INTEGER);
  const input = { ...imported.input, idempotency: null, imported: { source: 'evaluation', line: index + 1 } };
  const prepared = prepareEvent(context, { environment, policy, subscribers: [] }, input, input.occurredAt);
  const { observed } = prepared;
  const keys = { ...observed.eventKeys, narrowNetwork: null };
  const ready = variant === 'no-network' ? { ...prepared, observed: { ...observed, eventKeys: keys } } : prepared;
  let writes: EventWrites | null = null;
  let took = 0;
  await context.store.ingest(async (transaction) => {
    const started = performance.now();
    const adapted = adapt(transaction, variant, observed.observation, (saved) => {
      writes = saved;
    });
    await recordEventWithin(adapted, context, ready);
    took = performance.now() - started;
  });
  const os = String(observed.observation.profile.os_family ?? 'unknown');
  return {
    result: resultFrom(writes as unknown as EventWrites),
    event: { at: observed.at, os, persistentId: observed.observation.persistentId },
    took,
  };
}

function resultFrom({ event, device }: EventWrites): ResolverResult {
  const { method, confidence, candidateCount } = event.resolution;
  return { deviceId: device.id, created: device.created, method, confidence, candidateCount };
}

/** Wraps the transaction to omit the variant's part, and calls `onSave` with the writes. */
function adapt(
  transaction: IngestTransaction,
  variant: Variant,
  observation: ReturnType<typeof observe>,
  onSave: (writes: EventWrites) => void,
): IngestTransaction {
  const withTrust = <T extends { isTrusted: boolean }>(device: T): T =>
    variant === 'trusting' ? { ...device, isTrusted: true } : device;
  return {
    readAhead: (events) => transaction.readAhead(events),
    async loadHistory(eventKeys) {
      const history = await transaction.loadHistory(eventKeys);
      return history.idOwner === null
        ? history
        : { ...history, idOwner: { ...history.idOwner, device: withTrust(history.idOwner.device) } };
    },
    async loadCandidates(...args) {
      const pool = await transaction.loadCandidates(...args);
      const candidates = pool.candidates
        .filter((candidate) => variant !== 'no-account' || candidate.keys.length > 0)
        .map((candidate) => ({
          ...candidate,
          accountProofAt: variant === 'no-account' ? undefined : candidate.accountProofAt,
          device: withTrust(candidate.device),
        }));
      return { ...pool, candidates, frequencies: variant === 'no-frequencies' ? new Map() : pool.frequencies };
    },
    loadDeviceHistory: (...args) => transaction.loadDeviceHistory(...args),
    withAssessed: (history) => transaction.withAssessed(history),
    async save(writes) {
      onSave(writes);
      if (variant !== 'no-provisional' || !writes.device.created) return transaction.save(writes);
      const indexed = { addKeys: observation.keys, countFrequencies: observation.frequencyKeys };
      return transaction.save({ ...writes, device: { ...writes.device, provisional: false, ...indexed } });
    },
  };
}
