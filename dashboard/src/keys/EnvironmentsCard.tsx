// The organization's environments: what each lets browsers see, from where, and how long raw data is kept.
import { Button, Modal, NumberInput, SegmentedControl, Select, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EnvironmentKind, PublicRisk } from '../../../src/vocabulary/words.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { Environment } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { Ident } from '../components/Copy.tsx';
import { Failure } from '../components/Feedback.tsx';
import { done } from '../components/notice.ts';
import { Card, Facts } from '../components/Page.tsx';
import { Tag } from '../components/Tags.tsx';
import { count } from '../components/wording.ts';
import { useEnvironments } from '../shell/environment.ts';

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
            Add an environment
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
  const origins = environment.allowed_origins;
  const open = origins.length === 0;
  return (
    <section className="stack tight" aria-label={environment.name}>
      <h3 className="row">
        <Tag tone={environment.kind === 'live' ? 'allow' : 'challenge'}>{environment.kind.toUpperCase()}</Tag>{' '}
        {environment.name}
      </h3>
      <Facts
        facts={[
          ['Id', <Ident key="id" id={environment.id} what="environment id" />],
          [
            'Web pages from',
            open ? (
              environment.kind === 'test' ? (
                'anywhere'
              ) : (
                <Tag key="origins" tone="bad">
                  nowhere yet: list your own sites
                </Tag>
              )
            ) : (
              origins.join(', ')
            ),
          ],
          ['Browsers see', environment.public_risk === 'full' ? 'the decision and its reasons' : 'the event id alone'],
          [
            'Raw data kept',
            environment.retention_days === null ? 'for ever' : count(environment.retention_days, 'day'),
          ],
        ]}
      />
      {onEdit !== undefined && (
        <div>
          <Button size="xs" variant="default" onClick={onEdit}>
            Change<span className="hidden"> {environment.name}</span>
          </Button>
        </div>
      )}
    </section>
  );
}

function EnvironmentForm({ environment, onClose }: { environment: Environment | null; onClose: () => void }) {
  const confirm = useConfirm();
  const change = useChange(['/v1/environments']);
  const [name, setName] = useState(environment?.name ?? '');
  const [kind, setKind] = useState<EnvironmentKind>(environment?.kind ?? 'test');
  const [origins, setOrigins] = useState(environment?.allowed_origins ?? []);
  const [publicRisk, setPublicRisk] = useState<PublicRisk>(environment?.public_risk ?? 'full');
  const [retention, setRetention] = useState<number | null>(environment?.retention_days ?? null);
  const save = async () => {
    const yes = await confirm({
      title: 'Change the settings?',
      body: 'They count from the next request on.',
      action: 'Save',
      environment: environment ?? undefined,
    });
    if (!yes) return;
    if (environment === null)
      await change.mutateAsync({ method: 'POST', path: '/v1/environments', body: { name, kind } });
    else {
      const body = { name, allowed_origins: origins, public_risk: publicRisk, retention_days: retention };
      await change.mutateAsync({ method: 'PATCH', path: `/v1/environments/${environment.id}`, body });
    }
    done('Saved.');
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={environment === null ? 'New environment' : `Change ${environment.name}`}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save().catch(() => undefined);
        }}
      >
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {environment === null ? (
          <SegmentedControl
            aria-label="Kind"
            value={kind}
            onChange={(value) => setKind(value as EnvironmentKind)}
            data={[
              { value: 'test', label: 'Test' },
              { value: 'live', label: 'Live' },
            ]}
          />
        ) : (
          <>
            <TagsInput
              label="Web pages that may send events"
              description="Origins such as https://shop.example. Press Enter after each. None listed: any page in test, none in live."
              value={origins}
              onChange={setOrigins}
            />
            <Select
              label="What a browser is told about an event"
              data={[
                { value: 'full', label: 'The decision and its reasons' },
                { value: 'none', label: 'The event id alone: your backend reads the decision' },
              ]}
              value={publicRisk}
              allowDeselect={false}
              onChange={(value) => setPublicRisk(value as PublicRisk)}
            />
            <NumberInput
              label="Days to keep raw addresses and client signals"
              description="Empty: for ever. Scores, decisions and outcomes are always kept."
              min={1}
              allowDecimal={false}
              value={retention ?? ''}
              onChange={(value) => setRetention(typeof value === 'number' ? value : null)}
            />
          </>
        )}
        {change.error !== null && <Failure error={change.error} />}
        <div>
          <Button type="submit" loading={change.isPending} disabled={name === ''}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
