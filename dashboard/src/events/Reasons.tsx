// Why an event scored as it did, in a line: its heaviest signals by name.
import { SIGNALS } from '../../../src/scoring/signals/index.ts';
import { signalName } from '../components/wording.ts';
import classes from './Reasons.module.css';

const WEIGHTS: ReadonlyMap<string, number> = new Map(SIGNALS.map(({ code, weight }) => [code, weight]));
/** More than this would hide the reason in a list; the rest is counted. */
const NAMED = 2;

/** The codes of fired signals, heaviest first; what lowers a score comes last. Codes of a newer service weigh nothing here. */
export function heaviestFirst(codes: readonly string[]): string[] {
  return [...codes].sort((a, b) => (WEIGHTS.get(b) ?? 0) - (WEIGHTS.get(a) ?? 0));
}

export function Reasons({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return <span className="soft">nothing unusual</span>;
  const names = heaviestFirst(codes).map(signalName);
  return (
    <span className={classes.reasons} title={names.join(', ')}>
      {names.slice(0, NAMED).join(', ')}
      {names.length > NAMED && <span className="soft whole"> +{names.length - NAMED} more</span>}
    </span>
  );
}
