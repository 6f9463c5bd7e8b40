// The reason of a decision as one sentence, from what the assessment recorded. Pure.
import type { EventDetail, Signal } from '../api/types.ts';
import { DECISION_TEXT, spoken } from '../elements/wording.ts';

type Risk = Pick<EventDetail['risk'], 'decision' | 'default_decision' | 'forced' | 'matched_rule' | 'score'> & {
  signals: readonly Pick<Signal, 'code' | 'weight'>[];
};

function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** `Challenged because of new device, new network and attack wave: together 80 points.` */
export function because({
  risk,
  external_account_id: account,
}: {
  risk: Risk;
  external_account_id: string | null;
}): string {
  const done = DECISION_TEXT[risk.decision].done;
  if (risk.forced === true) {
    return `${done} because the account id “${account}” asks for it: a fixture of test environments, not a judgement.`;
  }
  if (risk.matched_rule !== null) {
    const otherwise =
      risk.default_decision === risk.decision
        ? 'The score alone would have decided the same.'
        : `The score alone would have said ${DECISION_TEXT[risk.default_decision].name.toLowerCase()}.`;
    return `${done} by your rule “${risk.matched_rule.name}”. ${otherwise}`;
  }
  const raising = risk.signals.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  const names = raising.map(({ code }) => spoken(code).toLowerCase());
  if (names.length === 0) return `${done}: nothing about this event raises its risk.`;
  if (risk.decision === 'allow')
    return `${done} although there is ${listed(names)}: ${risk.score} points are within what you allow.`;
  return `${done} because of ${listed(names)}: ${risk.score} points.`;
}
