// AUTOMATION_SUSPECTED: a program drives this browser.
import { automationMetadata, describeAutomation } from '../automation/metadata.ts';
import { defineSignal } from '../signal.ts';

const MIN_SCORE = 60;
const MIN_INCONSISTENCY = 30;

// Evidence: 0.01 % of benign logins, likelihood ratio 4441 (49 points). Requires hard evidence or a runtime that
// contradicts itself, because a fast auto-fill in a virtual desktop reaches 60 without being a bot. Indicators follow
// BotD.
export const automationSuspected = defineSignal({
  code: 'AUTOMATION_SUSPECTED',
  title: 'Suspected automation',
  summary: 'A program drives this browser.',
  weight: 50,
  scope: 'acting',
  when: `automation.score is ${MIN_SCORE} or more, with hard evidence or at least ${MIN_INCONSISTENCY} points of inconsistency`,
  ignoredByProof: true,
  webhook: 'security.automation_suspected',
  fires({ automation }) {
    const { score, hard, inconsistency } = automation;
    if (score < MIN_SCORE || (hard === 0 && inconsistency < MIN_INCONSISTENCY)) return null;
    return automationMetadata(automation);
  },
  describe: describeAutomation,
});
