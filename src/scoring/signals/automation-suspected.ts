// AUTOMATION_SUSPECTED: a program drives this browser.
import { automationMetadata, describeAutomation } from '../automation/metadata.ts';
import { isOwnClient } from '../own-client.ts';
import { defineSignal } from '../signal.ts';

const MIN_SCORE = 60;
const MIN_INCONSISTENCY = 30;

// Evidence: 0.01 % of benign logins, likelihood ratio 4441 (49 points). Requires hard evidence or a runtime that
// contradicts itself, because a fast auto-fill in a virtual desktop reaches 60 without being a bot. Indicators follow
// BotD. Not for the account's own client: in a simulated delivery service whose server sends no signals, every login of
// the Android app, which has the User-Agent of its HTTP library, and of partners' scripts was challenged (50), day after
// day, and 38 % of all honest events. As AUTOMATION_TRACES, they are monitored in the account's networks (30); 5 % remain.
export const automationSuspected = defineSignal({
  code: 'AUTOMATION_SUSPECTED',
  title: 'Suspected automation',
  summary: 'A program drives this browser.',
  weight: 50,
  scope: 'acting',
  types: 'any',
  when:
    `automation.score is ${MIN_SCORE} or more, with hard evidence or at least ${MIN_INCONSISTENCY} points of inconsistency. Does not fire ` +
    'for a server-sent event without browser signals in a network that the account has proven, if it proved the program that the ' +
    'User-Agent names at least a day ago',
  ignoredByProof: true,
  webhook: 'security.automation_suspected',
  fires(facts) {
    const { score, hard, inconsistency } = facts.automation;
    if (score < MIN_SCORE || (hard === 0 && inconsistency < MIN_INCONSISTENCY)) return null;
    return isOwnClient(facts) ? null : automationMetadata(facts.automation);
  },
  describe: describeAutomation,
});
