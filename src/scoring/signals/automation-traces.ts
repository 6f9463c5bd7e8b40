// AUTOMATION_TRACES: the browser shows signs of a program, not enough to say so.
import { sayFindings } from '../automation/finding.ts';
import { defineSignal } from '../signal.ts';

const FROM = 30;

// Evidence: 1.5 % of benign log-ins (privacy browsers, virtual desktops, auto-fill), likelihood ratio 12 (15 points by the
// rule). 30 challenges a first visit once and leaves known devices alone (15); it never keeps a visit from proving.
export const automationTraces = defineSignal({
  code: 'AUTOMATION_TRACES',
  weight: 30,
  scope: 'acting',
  when: 'automation.score of 30 or more without what AUTOMATION_SUSPECTED asks for',
  yieldsTo: ['AUTOMATION_SUSPECTED'],
  fires({ automation }) {
    if (automation.score < FROM) return null;
    const { score, hard, inconsistency, environment, behavior } = automation;
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
