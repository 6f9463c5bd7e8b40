// What the two pure judgements cost: one score with empty and with full windows, one decision of twenty rules.
import { decide } from '../src/policy/decide.ts';
import { DEFAULT_THRESHOLDS, type Policy, type PolicyFacts, type Rule } from '../src/policy/policy.ts';
import type { ScoringInput } from '../src/scoring/facts.ts';
import { WINDOW_CAP } from '../src/scoring/history.ts';
import { score } from '../src/scoring/score.ts';
import { login, rows } from '../test/scoring/input.ts';

const ROUNDS = 20_000;

/** Median of seven runs, microseconds a call. */
function cost(work: () => unknown, rounds = ROUNDS): number {
  const runs = Array.from({ length: 7 }, () => {
    const started = process.hrtime.bigint();
    for (let i = 0; i < rounds; i += 1) work();
    return Number(process.hrtime.bigint() - started) / 1000 / rounds;
  });
  return runs.sort((a, b) => a - b)[3] as number;
}

function full(): ScoringInput {
  const window = rows(WINDOW_CAP, (index) => ({
    account: `account${index}`,
    device: `device${index}`,
    recognised: index % 3 === 0,
    type: index % 3 === 0 ? 'login' : 'login_failed',
  }));
  const own = window.map((row) => ({ ...row, account: 'account' }));
  const history = { account: own, address: window, device: window, fingerprint: window, session: own };
  return login({ type: 'login_failed', sessionToken: 'token' }, history);
}

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
const policy: Policy = {
  version: 1,
  thresholds: DEFAULT_THRESHOLDS,
  rules: Array.from({ length: 20 }, (_, index) => ({ ...RULE, id: `polr_${index}`, priority: index })),
};
const facts: PolicyFacts = {
  eventType: 'login',
  score: 50,
  level: 'high',
  signals: new Set(['NEW_DEVICE', 'NEW_NETWORK']),
  automationScore: 0,
  deviceNew: true,
  deviceTrusted: false,
};

const plain = login();
const flooded = full();
console.log(`score, empty windows:        ${cost(() => score(plain)).toFixed(1)} microseconds`);
console.log(`score, five windows of ${WINDOW_CAP}:  ${cost(() => score(flooded), 2000).toFixed(1)} microseconds`);
console.log(
  `decide, 20 rules of 3:       ${cost(() => decide(policy, facts), 200_000).toFixed(2)} microseconds, compiled once`,
);
console.log(`decide, compiled every time: ${cost(() => decide({ ...policy }, facts), 2000).toFixed(2)} microseconds`);
