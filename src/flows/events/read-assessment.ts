// GET /v1/events/{event}/assessment: what was decided, and if asked what the policy in force would say of the same facts.
import { decide } from '../../policy/decide.ts';
import type { PolicyDecision } from '../../policy/policy.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { factsOf } from '../policy/backtest-policy.ts';
import { readEvent, type WholeEvent } from './read-event.ts';

export interface ComparedAssessment extends WholeEvent {
  /** A simulation from what was recorded; null when it was not asked for. */
  today: PolicyDecision | null;
}

/**
 * Writes nothing: what was decided stays decided.
 * @throws Failure `not_found` when the event exists nowhere, `forbidden` when it belongs to somebody else.
 */
export async function readAssessment(
  context: Context,
  environments: readonly Environment[],
  eventId: string,
  compare: boolean,
): Promise<ComparedAssessment> {
  const whole = await readEvent(context, environments, eventId);
  const environment = environments.find(({ number }) => number === whole.event.environmentNumber);
  if (!compare || environment === undefined) return { ...whole, today: null };
  const { event } = whole;
  const { type: eventType, automation, signals } = event;
  const recorded = { ...event, eventType, automationScore: automation.score, signals: signals.map(({ code }) => code) };
  const said = decide(await context.policyOf(environment), factsOf(recorded));
  // A `force_*` account decides today as it did then.
  return { ...whole, today: event.forced ? { ...said, decision: event.decision, matchedRule: null } : said };
}
