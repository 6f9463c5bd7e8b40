// Runs a file of events through the service's own code, each at its own time, and returns the result that live events would get.
import { replacedAtOf } from '../../src/devices/signal-names.ts';
import type { EventInput } from '../../src/flows/events/event-input.ts';
import { prepareEvent } from '../../src/flows/events/prepared-event.ts';
import { recordEventWithin } from '../../src/flows/events/record-event.ts';
import type { DeviceHistory, EventHistory, EventRow, IngestTransaction } from '../../src/records/ingest.ts';
import { countedHistory } from '../../src/scoring/counted-history.ts';
import type { History } from '../../src/scoring/history.ts';
import type { Decision } from '../../src/vocabulary/words.ts';
import { openEvaluationService } from './evaluation-service.ts';
import type { EventLine } from './logins-input.ts';

/** The service's decision on one event. */
export interface Verdict {
  score: number;
  decision: Decision;
  codes: readonly string[];
  method: string;
  recognized: boolean;
}

/** The history from which an event was scored, and the resulting row. */
export interface Assessed {
  history: History;
  row: EventRow;
}

/** Events that share a commit; each reads those before it. */
const BATCH = 256;

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

function verdictOf({ score, decision, signals, resolution, recognized }: EventRow): Verdict {
  return { score, decision, codes: signals.map(({ code }) => code), method: resolution.method, recognized };
}

/** A transaction that records what one event read and wrote. */
class ObservedTransaction implements IngestTransaction {
  readonly #inner: IngestTransaction;
  #history: EventHistory | null = null;
  #device: DeviceHistory | null = null;
  row: EventRow | null = null;

  constructor(inner: IngestTransaction) {
    this.#inner = inner;
  }

  readAhead(...args: Parameters<IngestTransaction['readAhead']>) {
    return this.#inner.readAhead(...args);
  }

  async loadHistory(...args: Parameters<IngestTransaction['loadHistory']>) {
    this.#history = await this.#inner.loadHistory(...args);
    return this.#history;
  }

  loadCandidates(...args: Parameters<IngestTransaction['loadCandidates']>) {
    return this.#inner.loadCandidates(...args);
  }

  async loadDeviceHistory(...args: Parameters<IngestTransaction['loadDeviceHistory']>) {
    this.#device = await this.#inner.loadDeviceHistory(...args);
    return this.#device;
  }

  withAssessed(history: EventHistory) {
    return this.#inner.withAssessed(history);
  }

  save(writes: Parameters<IngestTransaction['save']>[0]) {
    this.row = writes.event;
    return this.#inner.save(writes);
  }

  assessed(): Assessed {
    const { row } = this;
    if (row === null || this.#history === null) throw new Error('the event was not saved');
    const { idOwner, replay: _, ...shared } = this.#history;
    const owned = idOwner?.device.id === row.deviceId ? idOwner.history : null;
    const { pair, window: device } = this.#device ?? owned ?? { pair: null, window: [] };
    const isById = row.resolution.method === 'persistent_id';
    const firstProofAt = idOwner?.device.firstProofAt ?? null;
    const replacedAt = replacedAtOf(idOwner?.device.profile ?? {});
    return { row, history: countedHistory({ ...shared, pair, device }, row.at, { isById, firstProofAt, replacedAt }) };
  }
}

/**
 * Returns one verdict per event, under the default policy; calls `onProgress` with the number of finished events, and
 * `onAssessed` with the history and row of each event.
 */
export async function runThroughService(
  events: readonly EventLine[],
  onProgress: (done: number) => void,
  onAssessed: (index: number, assessed: Assessed) => void = () => {},
): Promise<Verdict[]> {
  const { context, environment, policy } = await openEvaluationService();
  const verdicts: Verdict[] = [];
  try {
    for (let start = 0; start < events.length; start += BATCH) {
      const batch = events.slice(start, start + BATCH);
      // Started in order and in one tick: the store runs them in sequence and commits them together.
      const observations = await Promise.all(
        batch.map((line, index) => {
          const input = eventInput(line, start + index + 1);
          const ready = prepareEvent(context, { environment, policy, subscribers: [] }, input, line.at);
          return context.store.ingest(async (inner) => {
            const transaction = new ObservedTransaction(inner);
            await recordEventWithin(transaction, context, ready);
            return transaction;
          });
        }),
      );
      for (const transaction of observations) {
        const assessed = transaction.assessed();
        onAssessed(verdicts.length, assessed);
        verdicts.push(verdictOf(assessed.row));
      }
      onProgress(verdicts.length);
    }
  } finally {
    await context.store.close();
  }
  return verdicts;
}
