// One sign of automation: its points and its words.

export interface AutomationFinding {
  points: number;
  /** A phrase that completes "the browser shows …". */
  says: string;
  /** Whether the sign names a headless browser outright. */
  headless?: boolean;
}

/** The points of a group before its cap. */
export function sumOf(findings: readonly AutomationFinding[]): number {
  let sum = 0;
  for (const { points } of findings) sum += points;
  return sum;
}

/** The findings as words for one sentence; at most three, the rest counted. */
export function sayFindings(findings: readonly AutomationFinding[]): string {
  const shown = findings.slice(0, 3).map(({ says }) => says);
  const more = findings.length - shown.length;
  if (more > 0) shown.push(`${more} more`);
  const last = shown.pop() ?? 'nothing';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
