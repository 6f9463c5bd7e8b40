// The signals that fired most often in a time range, each linked to its events.
import type { Overview } from '../api/types.ts';
import { Bars } from '../components/Bars.tsx';
import { Card } from '../components/Page.tsx';
import { signalName } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';

interface TopSignalsProps {
  /** Most frequent first. */
  signals: Overview['top_signals'];
  /** The time range as event filters. */
  range: { from: string; to: string };
  /** Shown when no signal fired. */
  none: string;
}

export function TopSignals({ signals, range, none }: TopSignalsProps) {
  const environment = useEnvironment();
  return (
    <Card title="Top signals">
      {signals.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <Bars
          rows={signals.map(({ code, count }) => ({
            key: code,
            name: <a href={screenHref(environment, 'events', { signal: code, ...range })}>{signalName(code)}</a>,
            value: count,
          }))}
        />
      )}
    </Card>
  );
}
