// GET /v1/events/{event}/assessment: the recorded decision and, on request, the active policy's decision on the same facts.
import { decide } from '../../policy/decide.ts';
import type { PolicyDecision } from '../../policy/policy.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { type EventWithOutcome, readEvent } from './read-event.ts';

export interface ComparedAssessment extends EventWithOutcome {
  /** The decision of the active policy; null when no comparison was requested. */
  today: PolicyDecision | null;
}

/**
 * Writes nothing; the recorded decision does not change.
 * @throws Failure `not_found` when the event does not exist, `forbidden` when none of `environments` owns it.
 */
export async function readAssessment(
  context: Context,
  environments: readonly Environment[],
  eventId: string,
  compare: boolean,
): Promise<ComparedAssessment> {
  const detail = await readEvent(context, environments, eventId);
  const environment = environments.find(({ number }) => number === detail.event.environmentNumber);
  if (!compare || environment === undefined) return { ...detail, today: null };
  const { type: eventType, score, level, automation, signals, deviceNew, deviceTrusted, ...event } = detail.event;
  const decided = decide(await context.policyOf(environment), {
    eventType,
    score,
    level,
    signals: new Set(signals.map(({ code }) => code)),
    automationScore: automation.score,
    deviceNew,
    deviceTrusted,
  });
  // A `force_*` account forces the same decision under any policy.
  return { ...detail, today: event.forced ? { ...decided, decision: event.decision, matchedRule: null } : decided };
}
