// AUTOMATION_SUSPECTED: a program drives this browser.
import { sayFindings } from '../automation/finding.ts';
import { defineSignal } from '../signal.ts';

const FROM = 60;
const INCONSISTENT = 30;

// Evidence: 0.01 % of benign log-ins, likelihood ratio 4441 (49 points). Asks for hard evidence or a runtime that
// contradicts itself, because a fast auto-fill in a virtual desktop reaches 60 without being a robot. Signs after BotD.
export const automationSuspected = defineSignal({
  code: 'AUTOMATION_SUSPECTED',
  weight: 50,
  scope: 'acting',
  when: 'automation.score of 60 or more, with hard evidence or at least 30 points of inconsistency',
  fires({ automation }) {
    const { score, hard, inconsistency, environment, behavior } = automation;
    if (score < FROM || (hard === 0 && inconsistency < INCONSISTENT)) return null;
    return {
      automation_score: score,
      hard,
      inconsistency,
      environment,
      behavior,
      found: sayFindings(automation.findings),
    };
  },
  describe: ({ automation_score, found }) => `The browser shows ${found} (automation score ${automation_score}).`,
});
