// The organization's environments with their settings: allowed origins, what browsers see, and data retention.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { useMay } from '../api/session.ts';
import type { Environment } from '../api/types.ts';
import { CopyableId } from '../components/Copy.tsx';
import { Card, DescriptionList } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { useEnvironments } from '../shell/environment.ts';
import { EnvironmentForm } from './EnvironmentForm.tsx';

export function EnvironmentsCard() {
  const environments = useEnvironments().data?.data ?? [];
  const mayChange = useMay('manage_environments');
  const [editing, setEditing] = useState<Environment | 'new' | null>(null);
  return (
    <Card
      title="Environments"
      aside={
        mayChange && (
          <Button size="xs" variant="default" onClick={() => setEditing('new')}>
            Add environment
          </Button>
        )
      }
    >
      <div className="columns">
        {environments.map((environment) => (
          <EnvironmentFacts
            key={environment.id}
            environment={environment}
            onEdit={mayChange ? () => setEditing(environment) : undefined}
          />
        ))}
      </div>
      {editing !== null && (
        <EnvironmentForm environment={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Card>
  );
}

function EnvironmentFacts({ environment, onEdit }: { environment: Environment; onEdit?: () => void }) {
  return (
    <section className="stack compact" aria-label={environment.name}>
      <h3 className="row">
        <Tag tone={environment.kind === 'live' ? 'allow' : 'challenge'}>{environment.kind.toUpperCase()}</Tag>{' '}
        {environment.name}
      </h3>
      <DescriptionList
        items={[
          ['ID', <CopyableId key="id" id={environment.id} label="environment ID" />],
          ['Allowed origins', <Origins key="origins" environment={environment} />],
          ['Browsers see', environment.public_risk === 'full' ? 'Decision and reasons' : 'Event ID only'],
          [
            'Raw data retention',
            environment.retention_days === null ? 'Unlimited' : formatCount(environment.retention_days, 'day'),
          ],
        ]}
      />
      {onEdit !== undefined && (
        <div>
          <Button size="xs" variant="default" onClick={onEdit}>
            Edit<span className="visually-hidden"> {environment.name}</span>
          </Button>
        </div>
      )}
    </section>
  );
}

/** An empty list allows any origin, which is a risk only in live. */
function Origins({ environment }: { environment: Environment }) {
  const { allowed_origins: origins, kind } = environment;
  if (origins.length > 0) return origins.join(', ');
  return kind === 'test' ? 'Any' : <Tag tone="negative">Any: add your sites</Tag>;
}
