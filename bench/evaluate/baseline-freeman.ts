// A baseline: the model of Freeman et al., "Who Are You? A Statistical Approach to Measuring User Authenticity" (NDSS 2016).
import type { EventLine } from './logins-input.ts';
import { narrowNetwork, wideNetwork } from './network-keys.ts';

/**
 * log of  prod_k p(x_k) / p(x_k | account)  x  p(account | attack) / p(account | honest),  with the account equally likely
 * for both. Features: the address, smoothed through /24 and /16 as in section IV of the paper, the user agent, smoothed
 * through browser family and system, and the device's rendering and time zone. The interpolation follows the adaptation of
 * Wiefling et al. (ACM TOPS 2022): each level has the weight that the more detailed level leaves.
 */
const FEATURES: readonly ((event: EventLine) => readonly string[])[] = [
  ({ ip_address }) => {
    const address = ip_address ?? '';
    return [address, narrowNetwork(address), wideNetwork(address)];
  },
  ({ signals, user_agent }) => {
    const agent = String(signals?.user_agent ?? user_agent);
    return [agent, agent.replace(/[\d._]+/g, '')];
  },
  ({ signals }) => [JSON.stringify([signals?.canvas_hash, signals?.webgl_renderer]), String(signals?.platform)],
  ({ signals }) => [String(signals?.timezone)],
];

/** Sign-ins by value, one table per level of a feature, the most detailed first. */
class Counts {
  total = 0;
  readonly #values = new Map<string, number>();

  add(levels: readonly string[]): void {
    this.total += 1;
    levels.forEach((value, level) => {
      const key = `${level} ${value}`;
      this.#values.set(key, (this.#values.get(key) ?? 0) + 1);
    });
  }

  of(level: number, value: string): number {
    return this.#values.get(`${level} ${value}`) ?? 0;
  }
}

/** Weight of the population behind an account's own sign-ins, in sign-ins (additive smoothing). */
const PRIOR = 1;

/** The probability of a value among all sign-ins: each unknown level falls back to the coarser one. */
function population(counts: Counts, levels: readonly string[]): number {
  return levels.reduceRight((coarser, value, level) => (counts.of(level, value) + coarser) / (counts.total + 1), 1e-3);
}

/** The probability for the account: the mean over the levels, each with the population's as prior. */
function ownProbability(own: Counts, counts: Counts, levels: readonly string[]): number {
  const prior = population(counts, levels);
  const sum = levels.reduce((total, value, level) => {
    // A coarse value that is familiar vouches for the detail only as far as the detail is common within it.
    const within = level === 0 ? 1 : (counts.of(0, levels[0] ?? '') + 1) / (counts.of(level, value) + 1);
    return total + (own.of(level, value) * Math.min(1, within)) / levels.length;
  }, 0);
  return (sum + PRIOR * prior) / (own.total + PRIOR);
}

/** The log likelihood ratio of each event; 0 for an account without a sign-in, for which the model has no data. */
export function freemanScores(events: readonly EventLine[]): number[] {
  const everyone = FEATURES.map(() => new Counts());
  const accounts = new Map<string, Counts[]>();
  return events.map((event) => {
    const id = event.account?.id ?? '';
    const own = accounts.get(id);
    const levels = FEATURES.map((feature) => feature(event));
    let ratio = 0;
    levels.forEach((values, k) => {
      const all = everyone[k] as Counts;
      const mine = own?.[k];
      if (mine !== undefined) ratio += Math.log(population(all, values)) - Math.log(ownProbability(mine, all, values));
    });
    if (event.event === 'login') {
      const mine = own ?? FEATURES.map(() => new Counts());
      accounts.set(id, mine);
      levels.forEach((values, k) => {
        everyone[k]?.add(values);
        mine[k]?.add(values);
      });
    }
    return ratio;
  });
}
