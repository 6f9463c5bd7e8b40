// The metrics of a login evaluation: counts by scenario and campaign, recall at fixed false-positive rates, re-authentications.
import { DAY } from '../../src/vocabulary/clock.ts';
import { type EventLine, isCounted, isHonest, type TruthLine } from './logins-input.ts';
import type { Verdict } from './logins-run.ts';

/** A population with its truth and the service's verdicts, aligned by index. */
export interface Evaluated {
  events: readonly EventLine[];
  truth: readonly TruthLine[];
  verdicts: readonly Verdict[];
}

/** `hits` of `of`. */
export interface Share {
  hits: number;
  of: number;
}

/** Whether the event was challenged or blocked. */
export function isStopped({ decision }: Verdict): boolean {
  return decision === 'challenge' || decision === 'block';
}

export interface Campaign {
  scenario: string;
  events: number;
  /** Number of the first challenged or blocked event, from 1; null if there was none. */
  firstStopped: number | null;
  firstBlocked: number | null;
}

export interface Scenario {
  scenario: string;
  honest: boolean;
  stopped: Share;
  blocked: Share;
  campaigns: readonly Campaign[];
}

/** Counts by scenario: honest ones first, then by name. */
export function byScenario({ truth, verdicts }: Evaluated): Scenario[] {
  const scenarios = new Map<string, Scenario & { byName: Map<string, Campaign> }>();
  truth.forEach((line, index) => {
    const verdict = verdicts[index];
    if (!isCounted(line) || verdict === undefined) return;
    let scenario = scenarios.get(line.scenario);
    if (scenario === undefined) {
      const none = () => ({ hits: 0, of: 0 });
      scenario = {
        scenario: line.scenario,
        honest: isHonest(line),
        stopped: none(),
        blocked: none(),
        campaigns: [],
        byName: new Map(),
      };
      scenarios.set(line.scenario, scenario);
    }
    count(scenario.stopped, isStopped(verdict));
    count(scenario.blocked, verdict.decision === 'block');
    if (line.campaign !== null && !isHonest(line))
      countCampaign(scenario.byName, line.campaign, line.scenario, verdict);
  });
  return [...scenarios.values()]
    .map(({ byName, ...scenario }) => ({ ...scenario, campaigns: [...byName.values()] }))
    .sort((a, b) => Number(b.honest) - Number(a.honest) || (a.scenario < b.scenario ? -1 : 1));
}

function count(share: Share, hit: boolean): void {
  share.of += 1;
  if (hit) share.hits += 1;
}

function countCampaign(byName: Map<string, Campaign>, name: string, scenario: string, verdict: Verdict): void {
  const campaign = byName.get(name) ?? { scenario, events: 0, firstStopped: null, firstBlocked: null };
  campaign.events += 1;
  if (isStopped(verdict)) campaign.firstStopped ??= campaign.events;
  if (verdict.decision === 'block') campaign.firstBlocked ??= campaign.events;
  byName.set(name, campaign);
}

/** The share over all scenarios that `accepts` selects. */
export function total(
  scenarios: readonly Scenario[],
  accepts: (one: Scenario) => boolean,
  of: 'stopped' | 'blocked',
): Share {
  const chosen = scenarios.filter(accepts);
  return {
    hits: chosen.reduce((sum, one) => sum + one[of].hits, 0),
    of: chosen.reduce((sum, one) => sum + one[of].of, 0),
  };
}

/** Indices of takeover logins: the password is correct, the person is not the owner. */
export interface Takeovers {
  all: number[];
  /** Takeovers of accounts with at least two honest logins, the first over a day earlier, so that there is history to compare with. */
  withHistory: number[];
}

export function takeovers({ events, truth }: Evaluated): Takeovers {
  const histories = new Map<string, { firstAt: number; count: number }>();
  const found: Takeovers = { all: [], withHistory: [] };
  events.forEach((event, index) => {
    const line = truth[index] as TruthLine;
    const account = event.account?.id;
    if (account === undefined || event.event !== 'login') return;
    if (isHonest(line)) {
      const earlier = histories.get(account);
      histories.set(account, { firstAt: earlier?.firstAt ?? event.at, count: (earlier?.count ?? 0) + 1 });
    } else if (line.label === 'account_takeover' && isCounted(line)) {
      found.all.push(index);
      const history = histories.get(account);
      if (history !== undefined && history.count >= 2 && history.firstAt < event.at - DAY)
        found.withHistory.push(index);
    }
  });
  return found;
}

/** Indices of counted honest logins. */
export function honestLogins(evaluated: Evaluated): number[] {
  return counted(evaluated, (event, line) => event.event === 'login' && isHonest(line));
}

/** Recall of `positives` at the lowest score threshold that keeps false positives among `negatives` at or below `rate`. */
export function recallAt(
  { verdicts }: Evaluated,
  positives: readonly number[],
  negatives: readonly number[],
  rate: number,
): Share {
  const limit = thresholdAt(
    negatives.map((index) => verdicts[index]?.score ?? 0),
    rate,
  );
  return { hits: positives.filter((index) => (verdicts[index]?.score ?? 0) > limit).length, of: positives.length };
}

/** The lowest score that at most `rate` of `negatives` exceed. */
export function thresholdAt(negatives: readonly number[], rate: number): number {
  const descending = [...negatives].sort((a, b) => b - a);
  return descending[Math.floor(rate * descending.length)] ?? Number.NEGATIVE_INFINITY;
}

/** Indices of the counted events that `accepts` selects. */
export function counted(
  { events, truth }: Evaluated,
  accepts: (event: EventLine, line: TruthLine) => boolean,
): number[] {
  return events.flatMap((event, index) => {
    const line = truth[index] as TruthLine;
    return isCounted(line) && accepts(event, line) ? [index] : [];
  });
}

/** Minimum logins of an account for its share to be meaningful, and the number of logins the metric refers to. */
const HORIZON = 12;

/**
 * Re-authentications in twelve logins: the share of an account's counted logins that were challenged, times twelve,
 * averaged over accounts with at least twelve logins in the file (the metric of Wiefling et al. 2022).
 */
export function reauthentications({ events, truth, verdicts }: Evaluated): number {
  const accounts = new Map<string, { all: number; counted: Share }>();
  events.forEach((event, index) => {
    const line = truth[index] as TruthLine;
    if (event.event !== 'login' || event.account === null || line.label !== 'legitimate') return;
    const account = accounts.get(event.account.id) ?? { all: 0, counted: { hits: 0, of: 0 } };
    account.all += 1;
    if (isCounted(line)) count(account.counted, isStopped(verdicts[index] as Verdict));
    accounts.set(event.account.id, account);
  });
  const shares = [...accounts.values()].filter(({ all, counted }) => all >= HORIZON && counted.of > 0);
  const sum = shares.reduce((total, { counted }) => total + (HORIZON * counted.hits) / counted.of, 0);
  return shares.length === 0 ? 0 : sum / shares.length;
}
