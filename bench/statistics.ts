// Statistics that several measurements share: percentiles and the confidence interval of a proportion.

/** The value below which `share` (0 to 1) of the values lie; NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** 95 % Wilson score interval of the proportion `hits / total`, as fractions (Wilson 1927, JASA 22). */
export function wilsonInterval(hits: number, total: number): [low: number, high: number] {
  if (total === 0) return [0, 1];
  const z = 1.959964;
  const p = hits / total;
  const scale = 1 + (z * z) / total;
  const middle = (p + (z * z) / (2 * total)) / scale;
  const half = (z * Math.sqrt((p * (1 - p)) / total + (z * z) / (4 * total * total))) / scale;
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/**
 * How much likelier a signal is in attack events than in honest ones. Smoothed by adding 0.5, so that it is finite for a
 * signal that fires in none of one kind.
 */
export function likelihoodRatio(attack: { hits: number; of: number }, honest: { hits: number; of: number }): number {
  return (attack.hits + 0.5) / (attack.of + 1) / ((honest.hits + 0.5) / (honest.of + 1));
}
