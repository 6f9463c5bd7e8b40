// One indicator of automation: its points and its phrase.

export interface AutomationIndicator {
  points: number;
  /** Completes "The browser shows …". */
  phrase: string;
  /** Whether the indicator names a headless browser outright. */
  headless?: boolean;
}

/** The points of a group before its cap. */
export function totalPoints(indicators: readonly AutomationIndicator[]): number {
  let sum = 0;
  for (const { points } of indicators) sum += points;
  return sum;
}

/** The indicators as one phrase: at most three by name, the rest as a count. */
export function describeIndicators(indicators: readonly AutomationIndicator[]): string {
  const phrases = indicators.slice(0, 3).map(({ phrase }) => phrase);
  const more = indicators.length - phrases.length;
  if (more > 0) phrases.push(`${more} more`);
  const last = phrases.pop() ?? 'nothing';
  return phrases.length === 0 ? last : `${phrases.join(', ')} and ${last}`;
}
