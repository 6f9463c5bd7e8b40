// Runs a backtest of a draft policy over stored assessments and reports its progress; it can be canceled at any time.
import { useEffect, useRef, useState } from 'react';
import type { Decision, Evaluation } from '../../../src/vocabulary/words.ts';
import { lines } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { type Draft, ruleBody } from './draft.ts';

type Transitions = Record<Decision, Record<Decision, number>>;

export interface BacktestResult {
  events: number;
  changed: number;
  /** Counts by recorded decision, then by the draft's decision. */
  transitions: Transitions;
  by_event_type?: Record<string, { events: number; changed: number }>;
  by_day?: { date: string; events: number; changed: number }[];
  evaluation?: { before: Partial<Record<Evaluation, number>>; after: Partial<Record<Evaluation, number>> };
  rules?: { id?: string; name: string; priority?: number; matched: number; decided?: number; hidden?: boolean }[];
  examples?: {
    event_id: string;
    event_type: string;
    created_at: string;
    score: number;
    from: Decision;
    to: Decision;
    rule?: { name: string } | null;
  }[];
}

export interface BacktestProgress {
  done: number;
  total: number | null;
}

type Line =
  | { type: 'progress'; done: number; total?: number | null }
  | { type: 'result'; data: BacktestResult }
  | { type: 'error'; detail?: string };

/** A result with the draft and the range of events that it is about. */
interface Finished {
  result: BacktestResult;
  draft: string;
  from: string;
  to: string;
}

/** The last result by member and environment, kept while the page is loaded: Back from an example leads to it again. */
const lastResults = new Map<string, Finished>();

const bodyOf = ({ thresholds, rules }: Draft) => ({ thresholds, rules: rules.map(ruleBody) });

export interface BacktestRun {
  progress: BacktestProgress | null;
  result: BacktestResult | null;
  /** The range of the result that was there when the tab was opened. */
  range: { from: string; to: string } | null;
  error: unknown;
  running: boolean;
  start: (draft: Draft, from: string, to: string) => void;
  cancel: () => void;
}

/** Leaving the tab ends the run. Its last result is shown again, unless `draft` has changed since. */
export function useBacktest(draft: Draft): BacktestRun {
  const environment = useEnvironment();
  const key = `${useSession()?.user.id} ${environment.id}`;
  const [stored] = useState(() => {
    const last = lastResults.get(key);
    return last?.draft === JSON.stringify(bodyOf(draft)) ? last : null;
  });
  const [progress, setProgress] = useState<BacktestProgress | null>(null);
  const [result, setResult] = useState<BacktestResult | null>(stored?.result ?? null);
  const [error, setError] = useState<unknown>(null);
  const [running, setRunning] = useState(false);
  const controller = useRef<AbortController | null>(null);

  useEffect(() => () => controller.current?.abort(), []);

  const run = async (draft: Draft, from: string, to: string) => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setProgress({ done: 0, total: null });
    setResult(null);
    setError(null);
    setRunning(true);
    try {
      const body = { from, to, ...bodyOf(draft) };
      const path = environmentPath(environment, '/policy/backtest');
      for await (const line of lines<Line>('POST', path, { body, signal: own.signal })) {
        if (line.type === 'progress') setProgress({ done: line.done, total: line.total ?? null });
        else if (line.type === 'result') {
          setResult(line.data);
          lastResults.set(key, { result: line.data, draft: JSON.stringify(bodyOf(draft)), from, to });
        } else throw new Error(line.detail ?? 'The backtest stopped before it finished.');
      }
    } catch (caught) {
      if (!own.signal.aborted) setError(caught);
    } finally {
      if (controller.current === own) setRunning(false);
    }
  };
  return {
    progress,
    result,
    range: stored,
    error,
    running,
    start: (draft, from, to) => void run(draft, from, to),
    cancel: () => controller.current?.abort(),
  };
}
