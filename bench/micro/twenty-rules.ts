// A policy of twenty rules with three conditions each, none of which matches: the worst case for an evaluation.
import { DEFAULT_THRESHOLDS, type Policy, type PolicyFacts, type Rule } from '../../src/policy/policy.ts';

const RULE: Omit<Rule, 'id' | 'priority'> = {
  name: 'never',
  event_type: null,
  conditions: {
    all: [
      { field: 'risk.score', operator: 'gte', value: 0 },
      { field: 'risk.level', operator: 'in', value: ['low', 'high'] },
      { field: 'signal.present', operator: 'in', value: ['ATTACK_WAVE', 'DORMANT_ACCOUNT'] },
    ],
  },
  action: { decision: 'block' },
};

export const TWENTY_RULES: Policy = {
  version: 1,
  thresholds: DEFAULT_THRESHOLDS,
  rules: Array.from({ length: 20 }, (_, index) => ({ ...RULE, id: `polr_${index}`, priority: index })),
};

/** Facts of an ordinary login: the first two conditions of every rule match, the third does not. */
export const PASSING_FACTS: PolicyFacts = {
  eventType: 'login',
  score: 50,
  level: 'high',
  signals: new Set(['NEW_DEVICE', 'NEW_NETWORK']),
  automationScore: 0,
  deviceNew: true,
  deviceTrusted: false,
};

/** Median of seven runs of `rounds` calls, in microseconds per call. */
export function microsecondsPerCall(work: () => unknown, rounds: number): number {
  const runs = Array.from({ length: 7 }, () => {
    const started = process.hrtime.bigint();
    for (let i = 0; i < rounds; i += 1) work();
    return Number(process.hrtime.bigint() - started) / 1000 / rounds;
  });
  return runs.sort((a, b) => a - b)[3] as number;
}
