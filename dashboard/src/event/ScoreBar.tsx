// The score as a bar made of its signals, above the bands of the policy that decided. The table below says the same in words.
import type { Decision, Level } from '../../../src/vocabulary/words.ts';
import type { Thresholds } from '../api/control-types.ts';
import type { SignalWithEvidence } from '../api/types.ts';
import { Tag } from '../components/Tags.tsx';
import { DECISION_TEXT, signalName } from '../components/wording.ts';
import { evidenceName, evidenceValue } from './evidence.ts';
import classes from './ScoreBar.module.css';
import { scoreParts } from './score-parts.ts';

interface ScoreBarProps {
  score: number;
  level: Level;
  decision: Decision;
  signals: readonly SignalWithEvidence[];
  thresholds: Thresholds | undefined;
}

/** The four bands of a threshold map as [decision, from, to], both inclusive; an empty band is left out. */
export function bands(thresholds: Thresholds): [Decision, number, number][] {
  const { allow_max: allow, monitor_max: monitor, challenge_max: challenge } = thresholds;
  const all: [Decision, number, number][] = [
    ['allow', 0, allow],
    ['monitor', allow + 1, monitor],
    ['challenge', monitor + 1, challenge],
    ['block', challenge + 1, 100],
  ];
  return all.filter(([, from, to]) => to >= from);
}

/** A sum far above 100 is cut here, so that the bands below keep the room to be read. */
const LONGEST = 125;

export function ScoreBar({ score, decision, signals, thresholds }: ScoreBarProps) {
  const { raising, raised, lowered, sum, cut } = scoreParts(signals, score);
  const scale = Math.min(Math.max(100, raised), LONGEST);
  const share = (points: number) => `${(points / scale) * 100}%`;
  return (
    <div className={classes.whole}>
      <div className={classes.bar} data-decision={decision} aria-hidden>
        <div className={classes.segments}>
          {raising.map((signal, index) => (
            <span
              key={signal.code}
              className={classes.segment}
              data-odd={index % 2 === 1}
              style={{ width: share(signal.weight) }}
              title={`${signalName(signal.code)}: +${signal.weight}`}
            >
              {signal.weight / scale > 0.13 && <span className={classes.segmentName}>{signalName(signal.code)}</span>}
              {signal.weight / scale > 0.035 && <span>+{signal.weight}</span>}
            </span>
          ))}
        </div>
        {lowered > 0 && raised > 0 && (
          <span
            className={classes.lowered}
            style={{ left: share(Math.max(0, raised - lowered)), width: share(Math.min(lowered, raised)) }}
            title={`Taken off: −${lowered}`}
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
              data-here={score >= from && score <= to}
              style={{ width: `${((to + 1 - from) / 101) * 100}%` }}
            >
              <span className={classes.bandName}>{DECISION_TEXT[band].name}</span> {from}–{to}
            </span>
          ))}
        </div>
      )}
      {cut !== null && <p className="soft small">{cut}</p>}
    </div>
  );
}

/** Every signal with its sentence and its evidence. */
export function SignalList({ signals }: { signals: readonly SignalWithEvidence[] }) {
  if (signals.length === 0) return <p className="soft">No signal fired: nothing about this event is unusual.</p>;
  const ordered = [...signals].sort((a, b) => b.weight - a.weight);
  return (
    <ol className={classes.signals}>
      {ordered.map((signal) => (
        <li key={signal.code} className={classes.signal}>
          <span className={classes.weight} data-lowers={signal.weight < 0}>
            {signal.weight < 0 ? `−${-signal.weight}` : `+${signal.weight}`}
          </span>
          <div className="grow">
            <h3 className={classes.signalName}>{signalName(signal.code)}</h3>
            <p>{signal.description}</p>
            <Evidence metadata={signal.metadata} />
          </div>
          <code className={`mono soft ${classes.code}`}>{signal.code}</code>
        </li>
      ))}
    </ol>
  );
}

function Evidence({ metadata }: { metadata: SignalWithEvidence['metadata'] | undefined }) {
  const entries = Object.entries(metadata ?? {});
  if (entries.length === 0) return null;
  return (
    <details className={classes.evidence}>
      <summary>Evidence</summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{evidenceName(name)}</dt>
            <dd>{typeof value === 'boolean' ? <Tag>{value ? 'yes' : 'no'}</Tag> : evidenceValue(name, value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
