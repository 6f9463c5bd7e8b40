// The targets for single attack and honest classes of the extended populations; the target of a missing class holds.
import type { EventLine, TruthLine } from './logins-input.ts';
import { counted, type Evaluated, isStopped, type Share } from './logins-measure.ts';
import { atLeast, atMost, type Target } from './target.ts';

const isPayment = ({ event }: EventLine): boolean => event.startsWith('payment_');
const CARD_TESTING: ReadonlySet<string> = new Set(['card_testing', 'card_testing_distributed']);
/** Failed payments or signups are recognizable as an attack only from this event of their campaign on. */
const PAYMENTS_FROM_EVENT = 10;
const SIGNUPS_FROM = 4;

/** Indices of the counted events that `accepts`, each with its number among them in its campaign, from 1. */
function numbered(
  evaluated: Evaluated,
  accepts: (event: EventLine, line: TruthLine) => boolean,
): { index: number; number: number }[] {
  const seen = new Map<string | null, number>();
  return counted(evaluated, accepts).map((index) => {
    const campaign = evaluated.truth[index]?.campaign ?? null;
    const number = (seen.get(campaign) ?? 0) + 1;
    seen.set(campaign, number);
    return { index, number };
  });
}

export function classTargets(evaluated: Evaluated): Target[] {
  const { events, truth, verdicts } = evaluated;
  const share = (indices: readonly number[], hit: (index: number) => boolean): Share => ({
    hits: indices.filter(hit).length,
    of: indices.length,
  });
  const stopped = (index: number): boolean => verdicts[index] !== undefined && isStopped(verdicts[index]);
  const blocked = (index: number): boolean => verdicts[index]?.decision === 'block';
  const of = (scenario: string, type?: string): number[] =>
    counted(evaluated, (event, line) => line.scenario === scenario && (type === undefined || event.event === type));
  const cards = numbered(evaluated, (_, { scenario }) => scenario.startsWith('card_testing'));
  const payments = cards.filter(
    ({ index, number }) =>
      number >= PAYMENTS_FROM_EVENT &&
      isPayment(events[index] as EventLine) &&
      CARD_TESTING.has(truth[index]?.scenario ?? ''),
  );
  const signups = numbered(
    evaluated,
    ({ event }, { scenario }) => event === 'signup' && scenario === 'farm_emulator',
  ).filter(({ number }) => number >= SIGNUPS_FROM);
  const indices = (list: readonly { index: number }[]): number[] => list.map(({ index }) => index);
  const borrowed = of('borrowed_device', 'login');
  return [
    atLeast('SIM swap: payout change on the next day', share(of('sim_swap_next_day', 'payout_change'), stopped), 0.9),
    atLeast('card testing: payments from the tenth event of a campaign on', share(indices(payments), stopped), 0.9),
    atLeast('emulator farm: sign-ups from the fourth on', share(indices(signups), stopped), 0.9),
    atLeast('residential slow: unknown names', share(of('residential_slow_nonexisting'), stopped), 0.8),
    atMost('private relay challenged', share(of('benign_private_relay'), stopped), 0.02),
    atMost('account sharing challenged', share(of('benign_account_sharing'), stopped), 0.25),
    atMost('fleets blocked', share(of('benign_fleet'), blocked), 0),
    atMost(
      'borrowed devices recognized at login',
      share(borrowed, (index) => verdicts[index]?.recognized === true),
      0,
    ),
  ];
}
