// Groups and counts the four decisions.
import { DECISIONS, type Decision } from './words.ts';

/** The decisions that stop the user; the others let the event through. */
export const STOPPED_DECISIONS = ['challenge', 'block'] as const satisfies readonly Decision[];

export function isStopped(decision: Decision): boolean {
  return (STOPPED_DECISIONS as readonly Decision[]).includes(decision);
}

/** Creates a separate value for each decision. */
export function byDecision<T>(create: () => T): Record<Decision, T> {
  return Object.fromEntries(DECISIONS.map((decision) => [decision, create()])) as Record<Decision, T>;
}

/** The number of events with each decision. */
export function countDecisions(events: readonly { decision: Decision }[]): Record<Decision, number> {
  const counts = byDecision(() => 0);
  for (const { decision } of events) counts[decision] += 1;
  return counts;
}
