// `npm run bench:score`: the time of one score with empty and with full windows, and of one decision over 20 rules.
import { decide } from '../../src/policy/decide.ts';
import type { ScoringInput } from '../../src/scoring/facts.ts';
import { score } from '../../src/scoring/score.ts';
import { login, rows } from '../../test/scoring/input.ts';
import { microsecondsPerCall, PASSING_FACTS, TWENTY_RULES } from './twenty-rules.ts';

/** Rows of each window. */
const WINDOW_ROWS = 200;

const ROUNDS = 20_000;

function inputWithFullWindows(): ScoringInput {
  const window = rows(WINDOW_ROWS, (index) => ({
    account: `account${index}`,
    device: `device${index}`,
    recognized: index % 3 === 0,
    type: index % 3 === 0 ? 'login' : 'login_failed',
  }));
  const accountRows = window.map((row) => ({ ...row, account: 'account' }));
  const history = { account: accountRows, address: window, device: window, fingerprint: window, session: accountRows };
  return login({ type: 'login_failed', sessionToken: 'token' }, history);
}

const plain = login();
const flooded = inputWithFullWindows();
console.log(`score, empty windows:        ${microsecondsPerCall(() => score(plain), ROUNDS).toFixed(1)} microseconds`);
console.log(
  `score, five windows of ${WINDOW_ROWS}:  ${microsecondsPerCall(() => score(flooded), 2000).toFixed(1)} microseconds`,
);
console.log(
  `decide, 20 rules of 3:       ${microsecondsPerCall(() => decide(TWENTY_RULES, PASSING_FACTS), 200_000).toFixed(2)} microseconds, compiled once`,
);
console.log(
  `decide, compiled every time: ${microsecondsPerCall(() => decide({ ...TWENTY_RULES }, PASSING_FACTS), 2000).toFixed(2)} microseconds`,
);
