// What needs attention now, above the overview: open alerts and failing channels.
import type { ComponentProps } from 'react';
import type { Alert, AlertChannel } from '../api/control-types.ts';
import { useList } from '../api/read.ts';
import { NotRead } from '../components/Feedback.tsx';
import { Card } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';

/** Open alerts and failing channels; empty while they are loading. */
export function useOpenAlerts() {
  const environment = useEnvironment();
  const query = { status: 'open', limit: 5 };
  const alerts = useList<Alert>(environmentPath(environment, '/alerts'), query, { every: 15_000 });
  const channels = useList<AlertChannel>(environmentPath(environment, '/alert-channels'), { limit: 100 });
  // The failures of an existing endpoint include messages about events, which are retried; `last_error` is then null.
  const failing = (channels.data?.data ?? []).filter(({ consecutive_failures: failures }) => failures > 0);
  const isLoading = alerts.isLoading || channels.isLoading;
  return { alerts: alerts.data?.data ?? [], failing, reads: [alerts, channels], isLoading };
}

interface OpenAlertsProps {
  alerts: readonly Alert[];
  failing: readonly AlertChannel[];
  reads: ComponentProps<typeof NotRead>['reads'];
}

/** Nothing while all is well. */
export function OpenAlerts({ alerts, failing, reads }: OpenAlertsProps) {
  const environment = useEnvironment();
  if (alerts.length === 0 && failing.length === 0) return <NotRead what="Open alerts" reads={reads} />;
  const all = screenHref(environment, 'alerts');
  return (
    <Card title="Needs attention" aside={<a href={all}>All alerts</a>}>
      <NotRead what="Some of them" reads={reads} />
      <ul className="stack compact">
        {alerts.map((alert) => (
          <li key={alert.id}>
            <Tag tone="negative">{alert.rule_name}</Tag> <a href={screenHref(environment, alert.path)}>{alert.what}</a>{' '}
            <span className="muted">
              Since <Timestamp at={alert.since} />.
            </span>
          </li>
        ))}
        {failing.map(({ id, name, last_error: error }) => (
          <li key={id}>
            {error === null ? (
              <>
                <Tag tone="negative">Failing channel</Tag> The last message to <a href={all}>{name}</a> failed.
              </>
            ) : (
              <>
                <Tag tone="negative">Dead channel</Tag> Alerts do not reach <a href={all}>{name}</a>.
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
