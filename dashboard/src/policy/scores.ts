// Scores for the histogram, from a bounded number of the environment's newest assessments.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { decisionByThresholds } from '../../../src/policy/decision-by-thresholds.ts';
import type { Decision } from '../../../src/vocabulary/words.ts';
import { call } from '../api/client.ts';
import type { Thresholds } from '../api/control-types.ts';
import type { AssessmentItem, Environment, List } from '../api/types.ts';
import { environmentPath } from '../shell/environment.ts';

/** Enough to show the shape of the distribution. The histogram is updated after each page; all ten take 0.4 s. */
const PAGES = 10;
const PAGE_SIZE = 100;

export interface Scores {
  /** Number of assessments by score, index 0 to 100. */
  counts: number[];
  total: number;
}

async function readScores(
  environment: Environment,
  signal: AbortSignal,
  onPage: (scores: Scores) => void,
): Promise<Scores> {
  const counts = new Array<number>(101).fill(0);
  let cursor: string | undefined;
  let total = 0;
  for (let page = 0; page < PAGES; page++) {
    const list: List<AssessmentItem> = await call('GET', environmentPath(environment, '/risk-assessments'), {
      query: { limit: PAGE_SIZE, cursor },
      signal,
    });
    for (const { score } of list.data) counts[score] = (counts[score] ?? 0) + 1;
    total += list.data.length;
    cursor = list.meta.next_cursor ?? undefined;
    if (cursor === undefined) break;
    onPage({ counts: [...counts], total });
  }
  return { counts, total };
}

export function useScores(environment: Environment) {
  const client = useQueryClient();
  const queryKey = [environmentPath(environment, '/risk-assessments'), 'scores'];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      readScores(environment, signal, (scores) => {
        // A repeated read must not show fewer events than the one before.
        client.setQueryData<Scores>(queryKey, (known) => (known && known.total > scores.total ? known : scores));
      }),
    staleTime: 60_000,
  });
}

/** Number of scores in each band. */
export function countBands(counts: readonly number[], thresholds: Thresholds): Record<Decision, number> {
  const bands: Record<Decision, number> = { allow: 0, monitor: 0, challenge: 0, block: 0 };
  counts.forEach((number, score) => {
    bands[decisionByThresholds(thresholds, score)] += number;
  });
  return bands;
}
