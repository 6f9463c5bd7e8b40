// One endpoint: its settings, a test, and every delivery with its attempts.
import { Button, Modal } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookEndpoint } from '../api/control-types.ts';
import { useChange, useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { Ident } from '../components/Copy.tsx';
import { Await, Empty } from '../components/Feedback.tsx';
import { done, failed } from '../components/notice.ts';
import { Card, Facts, Page } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screen } from '../shell/links.ts';
import { Deliveries } from './Deliveries.tsx';
import { EndpointForm } from './EndpointForm.tsx';
import { Secret } from './Secret.tsx';
import { EndpointStatus } from './WebhooksScreen.tsx';

export function WebhookScreen() {
  const { endpoint: id } = useParams({ strict: false }) as { endpoint: string };
  const environment = useEnvironment();
  // There is no address of a single endpoint; an environment has at most 50, so the list holds it.
  const read = useList<WebhookEndpoint>(environmentPath(environment, '/webhooks'), { limit: 100 });
  return (
    <Await read={read}>
      {(list) => {
        const endpoint = list.data.find((one) => one.id === id);
        return endpoint === undefined ? (
          <Page title="Webhook">
            <Empty title="This endpoint does not exist any more">
              <a href={screen(environment, 'webhooks')}>All endpoints</a>
            </Empty>
          </Page>
        ) : (
          <Endpoint endpoint={endpoint} />
        );
      }}
    </Await>
  );
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayChange = useMay('manage_webhooks');
  return (
    <Page
      title={endpoint.url}
      about={endpoint.description || undefined}
      actions={mayChange && <Actions endpoint={endpoint} />}
    >
      <Card>
        <Facts
          facts={[
            ['Status', <EndpointStatus key="status" endpoint={endpoint} />],
            ['Told about', endpoint.event_types.includes('*') ? 'everything' : endpoint.event_types.join(', ')],
            ['Last success', <Timestamp key="success" at={endpoint.last_success_at} style="both" />],
            ['Last failure', <Timestamp key="failure" at={endpoint.last_failure_at} style="both" />],
            ['Id', <Ident key="id" id={endpoint.id} what="endpoint id" />],
          ]}
        />
      </Card>
      <Deliveries endpoint={endpoint} mayChange={mayChange} />
    </Page>
  );
}

function Actions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const path = `/v1/webhooks/${endpoint.id}`;
  const change = useChange<One<WebhookEndpoint>>([environmentPath(environment, '/webhooks'), path]);
  const disabled = endpoint.status === 'disabled';

  const test = () =>
    change
      .mutateAsync({ method: 'POST', path: `${path}/test` })
      .then(() => done('A test message is on its way. Its attempt appears below.'))
      .catch((error) => failed('The test was not sent', error));

  const toggle = async () => {
    const yes = await confirm({
      title: disabled ? 'Enable this endpoint?' : 'Disable this endpoint?',
      body: disabled
        ? 'It is told about what happens from now on.'
        : 'Nothing is sent and nothing new is queued until it is enabled again.',
      action: disabled ? 'Enable' : 'Disable',
      environment,
    });
    if (!yes) return;
    await change
      .mutateAsync({ method: 'PATCH', path, body: { status: disabled ? 'active' : 'disabled' } })
      .catch((error) => failed('The endpoint was not changed', error));
  };

  const rotate = async () => {
    const yes = await confirm({
      title: 'Issue a new secret?',
      body: 'The old secret stops working at once: your backend refuses messages until it knows the new one. What it refuses is tried again.',
      action: 'Rotate secret',
      danger: true,
      environment,
    });
    if (!yes) return;
    await change
      .mutateAsync({ method: 'POST', path: `${path}/rotate-secret` })
      .then(({ data }) => setSecret(data.secret ?? null))
      .catch((error) => failed('The secret was not rotated', error));
  };

  const remove = async () => {
    const yes = await confirm({
      title: 'Delete this endpoint?',
      body: 'What waits to be sent to it is cancelled.',
      action: 'Delete endpoint',
      danger: true,
      environment,
    });
    if (!yes) return;
    await change
      .mutateAsync({ method: 'DELETE', path })
      .then(() => {
        done('Endpoint deleted.');
        window.location.hash = screen(environment, 'webhooks');
      })
      .catch((error) => failed('The endpoint was not deleted', error));
  };

  return (
    <>
      <Button size="xs" loading={change.isPending} onClick={() => void test()}>
        Send a test
      </Button>
      <Button size="xs" variant="default" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button size="xs" variant="default" onClick={() => void toggle()}>
        {disabled ? 'Enable' : 'Disable'}
      </Button>
      <Button size="xs" variant="default" onClick={() => void rotate()}>
        Rotate secret
      </Button>
      <Button size="xs" variant="default" onClick={() => void remove()}>
        Delete
      </Button>
      {editing && <EndpointForm endpoint={endpoint} onClose={() => setEditing(false)} />}
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title="The endpoint’s new secret"
        size="lg"
        lockScroll={false}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {secret !== null && <Secret secret={secret} onClose={() => setSecret(null)} />}
      </Modal>
    </>
  );
}
