// A histogram of scores colored by decision, with the three thresholds as handles for mouse, touch and keyboard.
import { useRef } from 'react';
import { decisionByThresholds } from '../../../src/policy/decision-by-thresholds.ts';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import type { Thresholds } from '../api/control-types.ts';
import { Legend } from '../components/Legend.tsx';
import { DECISION_TEXT } from '../components/wording.ts';
import classes from './Histogram.module.css';
import { THRESHOLDS } from './thresholds.ts';

interface HistogramProps {
  /** Number of assessments by score, index 0 to 100. */
  counts: readonly number[];
  thresholds: Thresholds;
  /** Without it the handles are read-only. */
  onMove?: (name: keyof Thresholds, to: number) => void;
}

const SCORES = 101;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};

export function Histogram({ counts, thresholds, onMove }: HistogramProps) {
  const plot = useRef<HTMLDivElement>(null);
  const scoreAt = (clientX: number) => {
    const box = plot.current?.getBoundingClientRect();
    return box === undefined ? 0 : ((clientX - box.left) / box.width) * SCORES - 1;
  };
  return (
    <figure className={classes.figure}>
      <Legend
        entries={(['allow', 'monitor', 'challenge', 'block'] as const).map((tone) => ({
          tone,
          name: DECISION_TEXT[tone].name,
        }))}
      />
      <div className={classes.plot} ref={plot}>
        <Bars counts={counts} thresholds={thresholds} />
        {THRESHOLDS.map(({ name, label }) => (
          <Handle
            key={name}
            label={label}
            value={thresholds[name]}
            onMove={onMove === undefined ? undefined : (to) => onMove(name, to)}
            scoreAt={scoreAt}
          />
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        {[0, 25, 50, 75, 100].map((score) => (
          <span key={score} style={{ left: `${((score + 0.5) / SCORES) * 100}%` }}>
            {score}
          </span>
        ))}
      </div>
      <details className={classes.numbers}>
        <summary>Show data</summary>
        <ul>
          {counts.map((number, score) =>
            number === 0 ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the score
              <li key={score}>
                Score {score}: {formatNumber(number)}
              </li>
            ),
          )}
        </ul>
      </details>
    </figure>
  );
}

function Bars({ counts, thresholds }: Pick<HistogramProps, 'counts' | 'thresholds'>) {
  // The square root makes rare high scores visible next to many zeros; the list below has the exact numbers.
  const tallest = Math.sqrt(Math.max(1, ...counts));
  return (
    <svg
      viewBox={`0 0 ${SCORES} 100`}
      preserveAspectRatio="none"
      className={classes.bars}
      role="img"
      aria-label="Histogram of scores; the data is listed below"
    >
      {counts.map((number, score) => {
        const height = number === 0 ? 0 : Math.max(1, (Math.sqrt(number) / tallest) * 96);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the score
            key={score}
            x={score + 0.08}
            width={0.84}
            y={100 - height}
            height={height}
            fill={`var(--${decisionByThresholds(thresholds, score)})`}
          />
        );
      })}
    </svg>
  );
}

interface HandleProps {
  label: string;
  value: number;
  onMove?: (to: number) => void;
  scoreAt: (clientX: number) => number;
}

function Handle({ label, value, onMove, scoreAt }: HandleProps) {
  const onKey = (event: React.KeyboardEvent) => {
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? 100 : value + (STEPS[event.key] ?? Number.NaN);
    if (Number.isNaN(to) || onMove === undefined) return;
    event.preventDefault();
    onMove(to);
  };
  return (
    <div
      className={classes.handle}
      style={{ left: `${((value + 1) / SCORES) * 100}%` }}
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-disabled={onMove === undefined}
      tabIndex={0}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (onMove === undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove?.(scoreAt(event.clientX));
      }}
    >
      <span className={classes.grip}>{value}</span>
    </div>
  );
}
