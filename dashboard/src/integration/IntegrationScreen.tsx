// How the environment is connected: what was refused and how events arrive, each with what to do about it.
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { Integration } from '../api/control-types.ts';
import { Await } from '../components/Feedback.tsx';
import { Card, Page } from '../components/Page.tsx';
import { useEnvironment } from '../shell/environment.ts';
import { Arrival } from './Arrival.tsx';
import { findings } from './findings.ts';
import { EventTypes, RefusedEvents, RefusedIssues, RefusedOrigins, UnusedKeys } from './IntegrationTables.tsx';
import { StepList } from './StepsCard.tsx';
import { useIntegration, useSteps } from './steps.ts';

const EVERY_MS = 15_000;

export function IntegrationScreen() {
  const read = useIntegration(EVERY_MS);
  const { steps } = useSteps(read);
  return (
    <Page
      title="Integration"
      description="How this environment is connected: what was refused and how events arrived in the last seven days, and what to do about it."
    >
      <Await read={read}>
        {({ data }) => (
          <>
            <Findings integration={data} />
            {steps !== null && (
              <Card title="Setup">
                <StepList steps={steps} />
              </Card>
            )}
            {data.sample.events > 0 && <Arrival integration={data} />}
            <RefusedOrigins integration={data} />
            <RefusedEvents integration={data} />
            <RefusedIssues integration={data} />
            <EventTypes integration={data} />
            <UnusedKeys integration={data} />
          </>
        )}
      </Await>
    </Page>
  );
}

function Findings({ integration }: { integration: Integration }) {
  const environment = useEnvironment();
  const found = findings(integration, environment);
  if (found.length === 0) {
    return (
      <Card title="No problems found">
        <p className="muted">
          {integration.sample.events === 0
            ? 'No events arrived in the last seven days, and none were refused.'
            : `Nothing was refused, and the newest ${formatCount(integration.sample.events, 'event')} look complete.`}
        </p>
      </Card>
    );
  }
  return (
    <Card title={formatCount(found.length, 'thing to look at', 'things to look at')}>
      <ul className="stack compact">
        {found.map(({ what, action }) => (
          <li key={what}>
            <strong>{what}</strong> {action}
          </li>
        ))}
      </ul>
    </Card>
  );
}
