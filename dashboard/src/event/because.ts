// The reason of a decision as one sentence, from what the assessment recorded. Pure.
import { isBenign } from '../../../src/outcomes/evaluation.ts';
import { eventClass } from '../../../src/vocabulary/event-types.ts';
import type { Decision, Label } from '../../../src/vocabulary/words.ts';
import type { Thresholds } from '../api/control-types.ts';
import type { EventDetail, Signal } from '../api/types.ts';
import { DECISION_TEXT, signalName } from '../elements/wording.ts';

type Risk = Pick<EventDetail['risk'], 'decision' | 'default_decision' | 'matched_rule' | 'score'> & {
  forced?: boolean;
  signals: readonly Pick<Signal, 'code' | 'weight'>[];
};

/** The heaviest three by name; more would hide the reason in a list. */
const NAMED = 3;

function listed(words: readonly string[]): string {
  const named = words.length > NAMED + 1 ? [...words.slice(0, NAMED), `${words.length - NAMED} lesser signs`] : words;
  return named.length < 2 ? (named[0] ?? '') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

/** `Challenged because of new device, new network and attack wave: 80 points, and you challenge from 50.` */
export function because(
  { risk, external_account_id: account }: { risk: Risk; external_account_id: string | null },
  thresholds?: Thresholds,
): string {
  const done = DECISION_TEXT[risk.decision].done;
  if (risk.forced === true) {
    return `${done} because the account id “${account}” asks for it: a fixture of test environments, not a judgment.`;
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
  const from = thresholds === undefined ? undefined : startOf(risk.decision, thresholds);
  const band = from === undefined ? '' : `, and you ${DECISION_TEXT[risk.decision].name.toLowerCase()} from ${from}`;
  return `${done} because of ${listed(names)}: ${risk.score} points${band}.`;
}

/** The lowest score of a band. */
function startOf(decision: Exclude<Decision, 'allow'>, thresholds: Thresholds): number {
  const below = { monitor: 'allow_max', challenge: 'monitor_max', block: 'challenge_max' } as const;
  return thresholds[below[decision]] + 1;
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

/** How the reader finds out whether the decision was right, and what to record then. */
export function followUp({
  risk,
  event_type: type,
}: {
  risk: Pick<Risk, 'decision' | 'forced'>;
  event_type: string;
}): string {
  if (risk.forced === true) return 'Nothing: the decision was ordered, so there is nothing to judge.';
  if (eventClass(type) === 'failure' && (risk.decision === 'challenge' || risk.decision === 'block')) {
    return (
      'Ask the customer if you can. It was them: record “Legitimate”. It was not: record what it was, and look among the ' +
      'other events of the account for one that succeeded; only then end its sessions and reset its password.'
    );
  }
  return FOLLOW_UP[risk.decision];
}

/** What is still to be done once a label says that somebody else was in the account. */
export function remedy(label: Label, trusted: boolean): string | null {
  const steps = [
    ...(label === 'account_takeover' || label === 'fraud_confirmed'
      ? ['End the account’s sessions and reset its password.']
      : []),
    ...(trusted && !isBenign(label) ? ['This device is trusted: take the trust away.'] : []),
  ];
  return steps.length === 0 ? null : steps.join(' ');
}

const FOLLOW_UP: Record<Decision, string> = {
  allow: 'Nothing, unless the customer reports it. Then record it as fraud: it counts as possibly missed.',
  monitor: 'Compare it with the other events of the account. Fraud after all? Record it: it counts as possibly missed.',
  challenge:
    'Second proof given and the customer knows of it: record “Legitimate”. Proof failed, or the customer knows nothing: ' +
    'record what it was, end the account’s sessions and reset its password.',
  block:
    'Ask the customer if you can. It was them: record “Legitimate”, and trust the device if nobody else uses it. ' +
    'It was not: record what it was, end the account’s sessions and reset its password.',
};
