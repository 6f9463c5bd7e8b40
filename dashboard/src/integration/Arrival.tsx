// How the newest events arrived: their keys, SDK versions, share with enough signals, and delay by their own clock.
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import type { Integration } from '../api/control-types.ts';
import { Bars } from '../components/Bars.tsx';
import { Card, DescriptionList } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';

export function Arrival({ integration }: { integration: Integration }) {
  const { sample, sdk_versions: versions, clock } = integration;
  const { public: browsers, secret: backends } = sample.by_key;
  return (
    <div className="columns">
      <Card title={`Newest ${formatCount(sample.events, 'event')}`}>
        <DescriptionList
          items={[
            ['Last event', <Timestamp key="last" at={sample.last_at} />],
            ['Oldest event', <Timestamp key="first" at={sample.first_at} />],
            [
              'From browsers',
              `${formatNumber(browsers.events)}, ${formatNumber(browsers.few_signals)} with too few signals`,
            ],
            [
              'From your backend',
              `${formatNumber(backends.events)}, ${formatNumber(backends.few_signals)} with too few signals`,
            ],
          ]}
        />
      </Card>
      <Card title="SDK versions">
        {versions.length === 0 ? (
          <p className="muted">None of these events came from the SDK.</p>
        ) : (
          <Bars rows={versions.map(({ version, count }) => ({ key: version, name: version, value: count }))} />
        )}
      </Card>
      <Card title="Clock of your backend">
        {clock.dated === 0 ? (
          <p className="muted">None of these events had its own time (occurred_at).</p>
        ) : (
          <DescriptionList
            items={[
              ['Events with a time', clock.dated],
              ['Median delay', delayText(clock.median_delay_seconds)],
              ['Ahead of our clock', clock.ahead],
              ['Over five minutes late', clock.late],
            ]}
          />
        )}
      </Card>
    </div>
  );
}

/** A negative delay means that the sender's clock is ahead. */
function delayText(seconds: number): string {
  return seconds < 0 ? `${(-seconds).toFixed(1)} s ahead` : `${seconds.toFixed(1)} s`;
}
