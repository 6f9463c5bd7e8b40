// A short ranked list with bars: the name, the count, and a bar relative to the largest count.
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import classes from './Bars.module.css';

export interface BarRow {
  key: string;
  name: React.ReactNode;
  value: number;
  tone?: string;
}

export function Bars({ rows }: { rows: readonly BarRow[] }) {
  const max = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ul className={classes.bars}>
      {rows.map(({ key, name, value, tone }) => (
        <li key={key}>
          <span className={classes.name}>{name}</span>
          <span className={classes.value}>{formatNumber(value)}</span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.fill}
              style={{
                width: `${(value / max) * 100}%`,
                background: tone === undefined ? undefined : `var(--${tone})`,
              }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
