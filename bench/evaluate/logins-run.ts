// Runs a file of events through the service's own code, each at its own time, and returns the result that live events would get.
import type { EventInput, RecordedEvent } from '../../src/flows/events/event-input.ts';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
import { recordEventWithin } from '../../src/flows/events/record-event.ts';
import type { Decision } from '../../src/vocabulary/words.ts';
import { openEvaluationService } from './evaluation-service.ts';
import type { EventLine } from './logins-input.ts';

/** The service's decision on one event. */
export interface Verdict {
  score: number;
  decision: Decision;
  codes: readonly string[];
  method: string;
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

function verdictOf(recorded: RecordedEvent): Verdict {
  return {
    score: recorded.score,
    decision: recorded.decision as Decision,
    codes: recorded.signals.map(({ code }) => code),
    method: recorded.method,
  };
}

/** Returns one verdict per event, under the default policy; calls `onProgress` with the number of events done. */
export async function runThroughService(
  events: readonly EventLine[],
  onProgress: (done: number) => void,
): Promise<Verdict[]> {
  const { context, environment, policy } = await openEvaluationService();
  const verdicts: Verdict[] = [];
  try {
    for (let start = 0; start < events.length; start += BATCH) {
      const batch = events.slice(start, start + BATCH);
      // Started in order and in one tick: the store runs them in sequence and commits them together.
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
