// The reasons for a score in one line: the names of its heaviest signals.
import { SIGNALS } from '../../../src/scoring/signals/index.ts';
import { signalName } from '../components/wording.ts';
import classes from './Reasons.module.css';

const WEIGHTS: ReadonlyMap<string, number> = new Map(SIGNALS.map(({ code, weight }) => [code, weight]));
/** The most signals named in a list row; the others are counted. */
const MAX_NAMED = 2;

/** Every signal with its weight, the largest first. */
export function WeightedSignals({ signals }: { signals: readonly { code: string; weight: number }[] }) {
  if (signals.length === 0) return <span className="muted">None</span>;
  return (
    <ul className={classes.signals}>
      {signals
        .toSorted((a, b) => b.weight - a.weight)
        .map(({ code, weight }) => (
          <li key={code}>
            {signalName(code)} <strong>{weight > 0 ? `+${weight}` : `−${-weight}`}</strong>
          </li>
        ))}
    </ul>
  );
}

/** Signal codes by weight, heaviest first; negative weights come last. Unknown codes, from a newer server, count as 0. */
export function heaviestFirst(codes: readonly string[]): string[] {
  return [...codes].sort((a, b) => (WEIGHTS.get(b) ?? 0) - (WEIGHTS.get(a) ?? 0));
}

export function Reasons({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return <span className="muted">None</span>;
  const names = heaviestFirst(codes).map(signalName);
  return (
    <span className={classes.reasons} title={names.join(', ')}>
      {names.slice(0, MAX_NAMED).join(', ')}
      {names.length > MAX_NAMED && <span className="muted nowrap"> +{names.length - MAX_NAMED} more</span>}
    </span>
  );
}
