// What the four decisions mean for the events that have them.
import { DECISIONS, type Decision } from './words.ts';

/** The decisions that hold the user up; the others let the event through. */
export const STOPPED_DECISIONS = ['challenge', 'block'] as const satisfies readonly Decision[];

export function isStopped(decision: Decision): boolean {
  return (STOPPED_DECISIONS as readonly Decision[]).includes(decision);
}

/** A value of its own for each decision. */
export function byDecision<T>(create: () => T): Record<Decision, T> {
  return Object.fromEntries(DECISIONS.map((decision) => [decision, create()])) as Record<Decision, T>;
}

/** How many events had each decision. */
export function countDecisions(events: readonly { decision: Decision }[]): Record<Decision, number> {
  const counts = byDecision(() => 0);
  for (const { decision } of events) counts[decision] += 1;
  return counts;
}
