// The day's key numbers, each compared with the same hours of the previous day.
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import type { Overview } from '../api/types.ts';
import { DECISION_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import { dayRange } from './day.ts';
import classes from './KeyNumbers.module.css';

type Hour = Overview['hours'][number];
type Metric = 'events' | (typeof DECISIONS)[number];

/** Sums events or decisions over the hours before `untilHour`. */
function sumBefore(overview: Overview | undefined, metric: Metric, untilHour: number): number | undefined {
  return overview?.hours.slice(0, untilHour).reduce((sum: number, hour: Hour) => sum + hour[metric], 0);
}

export function KeyNumber(props: {
  name: string;
  value: number;
  before: number | undefined;
  href?: string;
  tone?: string;
  note?: string;
  /** The period that `before` covers. */
  period?: string;
}) {
  const { name, value, before, href, tone, note, period = 'previous day' } = props;
  return (
    <li className={classes.number} data-tone={tone}>
      <p className={classes.name}>{href === undefined ? name : <a href={href}>{name}</a>}</p>
      <p className={classes.value}>{formatNumber(value)}</p>
      <p className={classes.comparison}>{note ?? <Comparison value={value} before={before} day={period} />}</p>
    </li>
  );
}

function Comparison({ value, before, day }: { value: number; before: number | undefined; day: string }) {
  if (before === undefined) return <>&nbsp;</>;
  if (before === value) return <>same as {day}</>;
  const share = before === 0 ? null : Math.round(((value - before) / before) * 100);
  const sign = value > before ? '+' : '−';
  return (
    <>
      {day} {formatNumber(before)}
      {share !== null && (share < 1_000 ? `, ${sign}${Math.abs(share)}\u00a0%` : ', more than tenfold')}
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
  const period = partial ? 'yesterday' : 'previous day';
  return (
    <ul className={classes.numbers} aria-label="Key numbers">
      <KeyNumber
        name="Events"
        value={now.events}
        period={period}
        before={sumBefore(before, 'events', until)}
        href={screenHref(environment, 'events', { ...range })}
      />
      {DECISIONS.map((decision) => (
        <KeyNumber
          key={decision}
          tone={decision}
          name={DECISION_TEXT[decision].done}
          value={now.by_decision[decision] ?? 0}
          period={period}
          before={sumBefore(before, decision, until)}
          href={screenHref(environment, 'events', { ...range, decision })}
        />
      ))}
      <KeyNumber
        name="New devices"
        value={now.new_devices}
        before={before?.new_devices}
        href={screenHref(environment, 'devices')}
        note={`${formatCount(now.active_devices, 'device')} active`}
      />
      <KeyNumber
        name="Accounts"
        value={now.active_accounts}
        before={before?.active_accounts}
        note={`from ${formatCount(now.distinct_ips, 'IP address', 'IP addresses')}`}
      />
    </ul>
  );
}
