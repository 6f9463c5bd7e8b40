// Explains a decision in one sentence and says what to do next, from the recorded assessment. Pure.
import { isBenign } from '../../../src/outcomes/evaluation.ts';
import { SIGNALS } from '../../../src/scoring/signals/index.ts';
import { isStopped } from '../../../src/vocabulary/decisions.ts';
import { scoredType } from '../../../src/vocabulary/event-types.ts';
import type { Decision, Label } from '../../../src/vocabulary/words.ts';
import type { Thresholds } from '../api/control-types.ts';
import type { EventDetail, Signal } from '../api/types.ts';
import { DECISION_TEXT, inSentence, signalName } from '../components/wording.ts';

type Risk = Pick<EventDetail['risk'], 'decision' | 'default_decision' | 'matched_rule' | 'score'> & {
  forced?: boolean;
  signals: readonly Pick<Signal, 'code' | 'weight'>[];
};

/** The most signals mentioned by name, heaviest first: a longer list would obscure the reason. */
const MAX_NAMED = 3;

/** Signals that order the events of a level, and decide nothing with the default thresholds. */
const RANKING: ReadonlySet<string> = new Set(SIGNALS.filter((signal) => signal.ranksOnly).map(({ code }) => code));

function listed(words: readonly string[]): string {
  const named =
    words.length > MAX_NAMED + 1 ? [...words.slice(0, MAX_NAMED), `${words.length - MAX_NAMED} lesser signals`] : words;
  return named.length < 2 ? (named[0] ?? '') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

/** `Challenged because of new device, new network and attack wave: 80 points, and you challenge from 50.` */
export function because(
  { risk, external_account_id: account }: { risk: Risk; external_account_id: string | null },
  thresholds?: Thresholds,
): string {
  const done = DECISION_TEXT[risk.decision].done;
  const byScore =
    risk.default_decision === risk.decision
      ? 'The score alone leads to the same decision.'
      : `By score alone, the decision would be ${DECISION_TEXT[risk.default_decision].name.toLowerCase()}.`;
  if (risk.forced === true) {
    // An erased account has no ID.
    const id = account === null ? 'its account ID' : `the account ID “${account}”`;
    return `${done} because ${id} forces this decision in test environments. ${byScore}`;
  }
  if (risk.matched_rule !== null) return `${done} by your rule “${risk.matched_rule.name}”. ${byScore}`;
  const raising = risk.signals.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  const from = risk.decision === 'allow' || thresholds === undefined ? undefined : startOf(risk.decision, thresholds);
  const ranked = raising.reduce((sum, { code, weight }) => sum + (RANKING.has(code) ? weight : 0), 0);
  // With your own thresholds, such a signal may be what led to the decision.
  const named =
    from !== undefined && risk.score - ranked < from ? raising : raising.filter(({ code }) => !RANKING.has(code));
  const names = named.map(({ code }) => inSentence(signalName(code)));
  if (names.length === 0) return `${done}: no signal raises the risk of this event.`;
  if (risk.decision === 'allow')
    return `${done} despite ${listed(names)}: ${risk.score} points are within the range you allow.`;
  const band = from === undefined ? '' : `, and you ${DECISION_TEXT[risk.decision].name.toLowerCase()} from ${from}`;
  return `${done} because of ${listed(names)}: ${risk.score} points${band}.`;
}

/** The lowest score of a band. */
function startOf(decision: Exclude<Decision, 'allow'>, thresholds: Thresholds): number {
  const below = { monitor: 'allow_max', challenge: 'monitor_max', block: 'challenge_max' } as const;
  return thresholds[below[decision]] + 1;
}

/** Event types that report what is over: nothing is left to let through. */
const IS_OVER: ReadonlyMap<string, string> = new Map([
  ['login_failed', 'This attempt failed.'],
  ['mfa_failed', 'This attempt failed.'],
  ['payment_failed', 'This payment failed.'],
  ['logout', 'This session has ended.'],
]);

const ADVICE_AFTERWARDS: Record<Decision, string> = {
  allow: 'No action is needed.',
  monitor: 'Watch the account: something is slightly unusual.',
  challenge: 'Require a second factor (one-time code, passkey, or email link) before you accept the next attempt.',
  block: 'Reject further attempts from this source; the evidence is below.',
};

/** What to do now. */
export function advice({ risk, event_type: type }: { risk: Pick<Risk, 'decision'>; event_type: string }): string {
  const over = IS_OVER.get(scoredType(type));
  return over === undefined ? DECISION_TEXT[risk.decision].advice : `${over} ${ADVICE_AFTERWARDS[risk.decision]}`;
}

/** Whether a second factor may follow. After a wrong password or a logout, there is nothing to confirm. */
export function mayBeChallenged(type: string): boolean {
  return !['login_failed', 'logout'].includes(scoredType(type));
}

/** How to find out whether the decision was right, and what to record then. */
export function followUp({
  risk,
  event_type: type,
}: {
  risk: Pick<Risk, 'decision' | 'forced'>;
  event_type: string;
}): string {
  if (risk.forced === true) return 'Nothing: the decision was forced, so there is nothing to review.';
  if (scoredType(type) === 'login_failed' && isStopped(risk.decision)) {
    return (
      'Ask the customer if you can. If it was them, record “Legitimate”. If it was not, record what it was, and look for a ' +
      'later event of the account that succeeded; only then end its sessions and reset its password.'
    );
  }
  return FOLLOW_UP[risk.decision === 'challenge' && !mayBeChallenged(type) ? 'block' : risk.decision];
}

/** What remains to be done after a label says that someone else used the account; null if nothing does. */
export function remedy(label: Label, trusted: boolean): string | null {
  const steps = [
    ...(label === 'account_takeover' || label === 'fraud_confirmed'
      ? ['End the account’s sessions and reset its password.']
      : []),
    ...(trusted && !isBenign(label) ? ['This device is trusted: revoke its trust.'] : []),
  ];
  return steps.length === 0 ? null : steps.join(' ');
}

const FOLLOW_UP: Record<Decision, string> = {
  allow: 'Nothing, unless the customer reports it. If they do, record it as fraud; it counts as possibly missed.',
  monitor: 'Compare it with the other events of the account. If it is fraud, record it; it counts as possibly missed.',
  challenge:
    'If the customer passed the challenge and confirms the attempt, record “Legitimate”. If the challenge failed or the ' +
    'customer does not know about it, record what it was, end the account’s sessions and reset its password.',
  block:
    'Ask the customer if you can. If it was them, record “Legitimate”, and trust the device if no one else uses it. ' +
    'If it was not, record what it was, end the account’s sessions and reset its password.',
};
