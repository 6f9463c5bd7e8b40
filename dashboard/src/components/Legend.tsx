// The legend of a chart: each color with its name.
import classes from './Legend.module.css';

export function Legend({ entries }: { entries: readonly { tone: string; name: string }[] }) {
  return (
    <ul className={classes.legend}>
      {entries.map(({ tone, name }) => (
        <li key={tone}>
          <span className={classes.swatch} style={{ background: `var(--${tone})` }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  );
}
