// What the colors of a plot stand for.
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
