// AUTOMATION_TRACES: the browser shows signs of a program, but not enough to suspect automation.
import { automationMetadata, describeAutomation } from '../automation/metadata.ts';
import { defineSignal } from '../signal.ts';

const MIN_SCORE = 30;

// Evidence: 1.5 % of benign logins (privacy browsers, virtual desktops, auto-fill), likelihood ratio 12 (15 points by
// formula). 30 points challenge a first visit once and do not affect known devices (score 15). They never prevent a
// visit from proving its device.
export const automationTraces = defineSignal({
  code: 'AUTOMATION_TRACES',
  title: 'Signs of automation',
  summary: 'The browser shows signs of a program, but not enough to suspect automation.',
  weight: 30,
  scope: 'acting',
  types: 'any',
  when: `automation.score is ${MIN_SCORE} or more and AUTOMATION_SUSPECTED does not fire`,
  yieldsTo: ['AUTOMATION_SUSPECTED'],
  ignoredByProof: true,
  fires: ({ automation }) => (automation.score < MIN_SCORE ? null : automationMetadata(automation)),
  describe: describeAutomation,
});
