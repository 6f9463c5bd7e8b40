// The day's main figures, each with its change against the day before up to the same hour.
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import type { Overview } from '../api/types.ts';
import { DECISION_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { screen } from '../shell/links.ts';
import { dayRange } from './day.ts';
import classes from './KeyNumbers.module.css';

type Hour = Overview['hours'][number];
type Counted = 'events' | (typeof DECISIONS)[number];

/** Events or decisions of the hours before `untilHour`. */
function upTo(overview: Overview | undefined, what: Counted, untilHour: number): number | undefined {
  return overview?.hours.slice(0, untilHour).reduce((sum: number, hour: Hour) => sum + hour[what], 0);
}

function Figure(props: {
  name: string;
  value: number;
  before: number | undefined;
  href?: string;
  tone?: string;
  note?: string;
  today?: boolean;
}) {
  const { name, value, before, href, tone, note, today = false } = props;
  return (
    <li className={classes.figure} data-tone={tone}>
      <p className={classes.name}>{href === undefined ? name : <a href={href}>{name}</a>}</p>
      <p className={classes.value}>{value.toLocaleString('en')}</p>
      <p className={classes.change}>
        {note ?? <Change value={value} before={before} day={today ? 'yesterday' : 'day before'} />}
      </p>
    </li>
  );
}

function Change({ value, before, day }: { value: number; before: number | undefined; day: string }) {
  if (before === undefined) return <>&nbsp;</>;
  if (before === value) return <>as {day}</>;
  const share = before === 0 ? null : Math.round(((value - before) / before) * 100);
  const sign = value > before ? '+' : '−';
  return (
    <>
      {day} {before.toLocaleString('en')}
      {share !== null && `, ${sign}${Math.abs(share)} %`}
    </>
  );
}

export function KeyNumbers({
  now,
  before,
  partial,
}: {
  now: Overview;
  before: Overview | undefined;
  partial: boolean;
}) {
  const environment = useEnvironment();
  const until = partial ? new Date().getUTCHours() + 1 : 24;
  const range = dayRange(now.date);
  return (
    <ul className={classes.figures} aria-label="Figures of the day">
      <Figure
        name="Events"
        value={now.events}
        today={partial}
        before={upTo(before, 'events', until)}
        href={screen(environment, 'events', { ...range })}
      />
      {DECISIONS.map((decision) => (
        <Figure
          key={decision}
          tone={decision}
          name={DECISION_TEXT[decision].done}
          value={now.by_decision[decision] ?? 0}
          today={partial}
          before={upTo(before, decision, until)}
          href={screen(environment, 'events', { ...range, decision })}
        />
      ))}
      <Figure
        name="New devices"
        value={now.new_devices}
        before={before?.new_devices}
        href={screen(environment, 'events', { ...range, signal: 'NEW_DEVICE' })}
        note={`of ${now.active_devices.toLocaleString('en')} seen`}
      />
      <Figure
        name="Accounts"
        value={now.active_accounts}
        before={before?.active_accounts}
        note={`from ${now.distinct_ips.toLocaleString('en')} addresses`}
      />
    </ul>
  );
}
