// The targets of a login evaluation over all events, by attack size, and around attacks (by class: logins-class-targets.ts).

import { classTargets } from './logins-class-targets.ts';
import { isCounted, isHonest } from './logins-input.ts';
import {
  type Campaign,
  type Evaluated,
  honestLogins,
  isStopped,
  reauthentications,
  recallAt,
  type Scenario,
  type Share,
  takeovers,
  total,
} from './logins-measure.ts';
import { largestFall, scoreBands } from './logins-reliability.ts';
import { atLeast, atMost, type Target } from './target.ts';

function within(campaigns: readonly Campaign[], key: 'firstStopped' | 'firstBlocked', events: number): Share {
  const hits = campaigns.filter((one) => (one[key] ?? Number.POSITIVE_INFINITY) <= events).length;
  return { hits, of: campaigns.length };
}

/** Honest events near an attack: none may be blocked, few challenged. */
const BYSTANDERS: ReadonlySet<string> = new Set([
  'benign_nat_neighbour',
  'benign_injection_victim',
  'benign_outage',
  'benign_expiry_day',
]);
const ONE_SOURCE: ReadonlySet<string> = new Set([
  'stuffing_single_ip',
  'stuffing_distributed_same_device',
  'nat_attacker',
  'password_spraying',
]);

/** Compares the metrics with their targets. */
export function targets(evaluated: Evaluated, scenarios: readonly Scenario[]): Target[] {
  const honest = (one: Scenario): boolean => one.honest;
  const attack = (one: Scenario): boolean => !one.honest;
  const named = (...names: string[]) => scenarios.filter(({ scenario }) => names.includes(scenario));
  const campaigns = scenarios.filter(attack).flatMap((one) => one.campaigns);
  const caught = { hits: campaigns.filter(({ firstStopped }) => firstStopped !== null).length, of: campaigns.length };
  const vertical = named('vertical_brute_force').flatMap((one) => one.campaigns);
  const single = scenarios.filter(({ scenario }) => ONE_SOURCE.has(scenario)).flatMap((one) => one.campaigns);
  const rotating = named('stuffing_rotating_ua');
  const slow = named('stuffing_slow_distributed');
  const taken = takeovers(evaluated);
  const honestOnes = honestLogins(evaluated);
  const stoppedOf = (indices: readonly number[]): Share => ({
    hits: indices.filter((index) => isStopped(evaluated.verdicts[index] as never)).length,
    of: indices.length,
  });
  const recall = (rate: number) => recallAt(evaluated, taken.withHistory, honestOnes, rate);
  const fall = largestFall(scoreBands(evaluated));
  const reauthenticated = reauthentications(evaluated);
  const bystander = ({ scenario }: Scenario): boolean => BYSTANDERS.has(scenario);
  return [
    atMost('honest events challenged or blocked', total(scenarios, honest, 'stopped'), 0.015),
    atMost('honest events blocked', total(scenarios, honest, 'blocked'), 0.0002),
    atLeast('attack events challenged or blocked', total(scenarios, attack, 'stopped'), 0.93),
    atLeast('campaigns caught', caught, 0.96),
    atLeast('takeover logins challenged, accounts with history', stoppedOf(taken.withHistory), 0.92),
    {
      metric: 're-authentications in 12 logins, mean of accounts with 12 or more',
      expected: '<= 0.25',
      measured: reauthenticated,
      holds: reauthenticated <= 0.25,
    },
    atLeast('takeover recall at 1 % false positives', recall(0.01), 0.9),
    atLeast('takeover recall at 2 % false positives', recall(0.02), 0.94),
    atLeast('vertical brute force: challenged within 5 events', within(vertical, 'firstStopped', 5), 0.95),
    atLeast('vertical brute force: blocked within 10 events', within(vertical, 'firstBlocked', 10), 0.95),
    atLeast('stuffing from one source: challenged within 4 events', within(single, 'firstStopped', 4), 0.9),
    atLeast('stuffing from one source: blocked within 10 events', within(single, 'firstBlocked', 10), 0.9),
    atLeast(
      'rotating stuffing: challenged within 10 events',
      within(
        rotating.flatMap((one) => one.campaigns),
        'firstStopped',
        10,
      ),
      0.9,
    ),
    atLeast(
      'rotating stuffing: recall',
      total(rotating, () => true, 'stopped'),
      0.93,
    ),
    atLeast(
      'slow rotating stuffing: recall',
      total(slow, () => true, 'stopped'),
      0.9,
    ),
    atMost('bystanders of attacks blocked', total(scenarios, bystander, 'blocked'), 0),
    atMost('bystanders of attacks challenged', total(scenarios, bystander, 'stopped'), 0.03),
    atMost('logins on known devices challenged', knownDeviceLogins(evaluated), 0),
    {
      metric: 'attack share: largest fall to the next score band, points',
      expected: '<= 2',
      measured: fall,
      holds: fall <= 2,
    },
    ...classTargets(evaluated),
  ];
}

/** Honest logins and failed logins with the signal KNOWN_DEVICE. */
function knownDeviceLogins({ events, truth, verdicts }: Evaluated): Share {
  const share = { hits: 0, of: 0 };
  events.forEach((event, index) => {
    const line = truth[index];
    const verdict = verdicts[index];
    if (line === undefined || verdict === undefined || !isCounted(line) || !isHonest(line)) return;
    if (!event.event.startsWith('login') || !verdict.codes.includes('KNOWN_DEVICE')) return;
    share.of += 1;
    if (isStopped(verdict)) share.hits += 1;
  });
  return share;
}
