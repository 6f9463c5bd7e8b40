// The signals that fired most often on the day, each linked to its events.
import type { Overview } from '../api/types.ts';
import { Bars } from '../components/Bars.tsx';
import { Card } from '../components/Page.tsx';
import { signalName } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import { dayRange } from './day.ts';

export function TopSignals({ overview }: { overview: Overview }) {
  const environment = useEnvironment();
  const range = dayRange(overview.date);
  return (
    <Card title="Top signals">
      {overview.top_signals.length === 0 ? (
        <p className="muted">No signals fired on this day.</p>
      ) : (
        <Bars
          rows={overview.top_signals.slice(0, 10).map(({ code, count }) => ({
            key: code,
            name: <a href={screenHref(environment, 'events', { signal: code, ...range })}>{signalName(code)}</a>,
            value: count,
          }))}
        />
      )}
    </Card>
  );
}
