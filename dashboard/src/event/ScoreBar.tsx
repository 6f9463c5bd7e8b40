// The score as a bar composed of its signals, above the bands of the policy that decided. SignalList shows the same as text.
import type { Decision, Level } from '../../../src/vocabulary/words.ts';
import type { Thresholds } from '../api/control-types.ts';
import type { SignalWithEvidence } from '../api/types.ts';
import { DECISION_TEXT, signalName } from '../components/wording.ts';
import { bands } from './bands.ts';
import classes from './ScoreBar.module.css';
import { scoreParts } from './score-parts.ts';

interface ScoreBarProps {
  score: number;
  level: Level;
  decision: Decision;
  signals: readonly SignalWithEvidence[];
  thresholds: Thresholds | undefined;
}

/** A sum far above 100 is cut off here, so that the bands below stay readable. */
const MAX_SCALE = 125;

export function ScoreBar({ score, decision, signals, thresholds }: ScoreBarProps) {
  const { raising, raised, lowered, sum, cut } = scoreParts(signals, score);
  const scale = Math.min(Math.max(100, raised), MAX_SCALE);
  const share = (points: number) => `${(points / scale) * 100}%`;
  /** The points of a signal to the left of the cut-off: its label is placed there, not under the hatching. */
  const visibleOf = (index: number) => {
    const from = raising.slice(0, index).reduce((points, { weight }) => points + weight, 0);
    const weight = raising[index]?.weight ?? 0;
    return sum > score ? Math.min(weight, Math.max(0, score - from)) : weight;
  };
  return (
    <div className={classes.scoreBar}>
      <div className={classes.bar} data-decision={decision} aria-hidden>
        <div className={classes.segments}>
          {raising.map((signal, index) => (
            <span
              key={signal.code}
              className={classes.segment}
              data-odd={index % 2 === 1}
              style={{ width: share(signal.weight), paddingRight: share(signal.weight - visibleOf(index)) }}
              title={`${signalName(signal.code)}: +${signal.weight}`}
            >
              {visibleOf(index) / scale > 0.13 && (
                <span className={classes.segmentName}>{signalName(signal.code)}</span>
              )}
              <span className={classes.segmentPoints}>+{signal.weight}</span>
            </span>
          ))}
        </div>
        {lowered > 0 && raised > 0 && (
          <span
            className={classes.subtracted}
            style={{ left: share(Math.max(0, raised - lowered)), width: share(Math.min(lowered, raised)) }}
            title={`Subtracted: −${lowered}`}
          >
            −{lowered}
          </span>
        )}
        {sum > score && (
          <span className={classes.cut} style={{ left: share(score), width: share(Math.min(sum, scale) - score) }} />
        )}
        <span className={classes.marker} style={{ left: share(score) }}>
          <span data-end={score > 90}>{score}</span>
        </span>
      </div>
      {thresholds !== undefined && (
        <div className={classes.bands} style={{ width: share(100) }} aria-hidden>
          {bands(thresholds).map(([band, from, to]) => (
            <span
              key={band}
              data-band={band}
              data-current={score >= from && score <= to}
              style={{ width: `${((to + 1 - from) / 101) * 100}%` }}
            >
              <span className={classes.bandName}>{DECISION_TEXT[band].name}</span> {from}–{to}
            </span>
          ))}
        </div>
      )}
      {cut !== null && <p className="muted small">{cut}</p>}
    </div>
  );
}
