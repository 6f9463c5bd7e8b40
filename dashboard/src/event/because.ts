// The reason of a decision as one sentence, from what the assessment recorded. Pure.
import { eventClass } from '../../../src/vocabulary/event-types.ts';
import type { EventDetail, Signal } from '../api/types.ts';
import { DECISION_TEXT, signalName } from '../elements/wording.ts';

type Risk = Pick<EventDetail['risk'], 'decision' | 'default_decision' | 'forced' | 'matched_rule' | 'score'> & {
  signals: readonly Pick<Signal, 'code' | 'weight'>[];
};

/** The heaviest three by name; more would hide the reason in a list. */
const NAMED = 3;

function listed(words: readonly string[]): string {
  const named = words.length > NAMED + 1 ? [...words.slice(0, NAMED), `${words.length - NAMED} lesser signs`] : words;
  return named.length < 2 ? (named[0] ?? '') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
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
  const names = raising.map(({ code }) => signalName(code).toLowerCase());
  if (names.length === 0) return `${done}: nothing about this event raises its risk.`;
  if (risk.decision === 'allow')
    return `${done} although there is ${listed(names)}: ${risk.score} points are within what you allow.`;
  return `${done} because of ${listed(names)}: ${risk.score} points.`;
}

/** What the reader should do now; an attempt that failed anyway has nothing to be let through. */
export function advice({ risk, event_type: type }: { risk: Pick<Risk, 'decision'>; event_type: string }): string {
  if (eventClass(type) === 'failure' && risk.decision === 'challenge') {
    return 'This attempt failed. Ask for a second proof (one-time code, passkey, e-mail link) before the next one is accepted.';
  }
  if (eventClass(type) === 'failure' && risk.decision === 'block') {
    return 'This attempt failed. Refuse further ones from this source; the evidence is below.';
  }
  return DECISION_TEXT[risk.decision].advice;
}
