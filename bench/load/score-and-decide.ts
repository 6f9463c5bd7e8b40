// What the two pure judgments cost: one score with empty and with full windows, one decision of twenty rules.
import { decide } from '../../src/policy/decide.ts';
import type { ScoringInput } from '../../src/scoring/facts.ts';
import { WINDOW_CAP } from '../../src/scoring/history.ts';
import { score } from '../../src/scoring/score.ts';
import { login, rows } from '../../test/scoring/input.ts';
import { cost, ORDINARY, TWENTY_RULES } from './twenty-rules.ts';

const ROUNDS = 20_000;

function full(): ScoringInput {
  const window = rows(WINDOW_CAP, (index) => ({
    account: `account${index}`,
    device: `device${index}`,
    recognized: index % 3 === 0,
    type: index % 3 === 0 ? 'login' : 'login_failed',
  }));
  const own = window.map((row) => ({ ...row, account: 'account' }));
  const history = { account: own, address: window, device: window, fingerprint: window, session: own };
  return login({ type: 'login_failed', sessionToken: 'token' }, history);
}

const plain = login();
const flooded = full();
console.log(`score, empty windows:        ${cost(() => score(plain), ROUNDS).toFixed(1)} microseconds`);
console.log(`score, five windows of ${WINDOW_CAP}:  ${cost(() => score(flooded), 2000).toFixed(1)} microseconds`);
console.log(
  `decide, 20 rules of 3:       ${cost(() => decide(TWENTY_RULES, ORDINARY), 200_000).toFixed(2)} microseconds, compiled once`,
);
console.log(
  `decide, compiled every time: ${cost(() => decide({ ...TWENTY_RULES }, ORDINARY), 2000).toFixed(2)} microseconds`,
);
