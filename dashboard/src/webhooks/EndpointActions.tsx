// The actions of a webhook endpoint: test, edit, disable, rotate the secret, delete.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEndpoint } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import type { One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { useOneAtATime } from '../components/SubmitForm.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import { EndpointForm } from './EndpointForm.tsx';
import { Secret } from './Secret.tsx';

/** Sends a test and changes the status; the latter asks for confirmation. */
function useEndpointActions(endpoint: WebhookEndpoint) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const path = `/v1/webhooks/${endpoint.id}`;
  const change = useChange<One<WebhookEndpoint>>([environmentPath(environment, '/webhooks'), path]);
  const disabled = endpoint.status === 'disabled';

  const test = () =>
    change
      .mutateAsync({ method: 'POST', path: `${path}/test` })
      .then(() => notifySuccess('Test queued. Its attempt will appear below.'))
      .catch((error) => notifyError('Test not sent', error));

  const toggle = async () => {
    const confirmed = await confirm({
      title: `${disabled ? 'Enable' : 'Disable'} ${endpoint.url}?`,
      body: disabled
        ? 'It receives events from now on.'
        : 'Nothing is sent and no new events are queued until you enable it again.',
      action: disabled ? 'Enable' : 'Disable',
      environment,
    });
    if (!confirmed) return;
    await change
      .mutateAsync({ method: 'PATCH', path, body: { status: disabled ? 'active' : 'disabled' } })
      .catch((error) => notifyError('Endpoint not changed', error));
  };
  return { test, toggle, disabled, busy: change.isPending };
}

/** Rotates the secret and deletes the endpoint; both are irreversible and ask for confirmation. */
function useIrreversibleActions(endpoint: WebhookEndpoint, onNewSecret: (secret: string | null) => void) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const path = `/v1/webhooks/${endpoint.id}`;
  const change = useChange<One<WebhookEndpoint>>([environmentPath(environment, '/webhooks'), path]);

  const rotate = async () => {
    const confirmed = await confirm({
      title: `Rotate the secret of ${endpoint.url}?`,
      body: 'The old secret stops working immediately. Until your backend has the new one, let it respond 503, so that messages are retried: after a 401, they are not.',
      action: 'Rotate secret',
      danger: true,
      environment,
    });
    if (!confirmed) return;
    await change
      .mutateAsync({ method: 'POST', path: `${path}/rotate-secret` })
      .then(({ data }) => onNewSecret(data.secret ?? null))
      .catch((error) => notifyError('Secret not rotated', error));
  };

  const remove = async () => {
    const confirmed = await confirm({
      title: `Delete ${endpoint.url}?`,
      body: 'Pending deliveries to it are canceled.',
      action: 'Delete endpoint',
      danger: true,
      environment,
    });
    if (!confirmed) return;
    await change
      .mutateAsync({ method: 'DELETE', path, removes: endpoint.id })
      .then(() => {
        notifySuccess('Endpoint deleted.');
        window.location.hash = screenHref(environment, 'webhooks');
      })
      .catch((error) => notifyError('Endpoint not deleted', error));
  };
  return { rotate, remove, busy: change.isPending };
}

export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { test, toggle, disabled, busy } = useEndpointActions(endpoint);
  const irreversible = useIrreversibleActions(endpoint, setSecret);
  const run = useOneAtATime();
  return (
    <>
      <Button size="xs" loading={busy || irreversible.busy} onClick={() => void run(test)}>
        Send test
      </Button>
      <Button size="xs" variant="default" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button size="xs" variant="default" onClick={() => void run(toggle)}>
        {disabled ? 'Enable' : 'Disable'}
      </Button>
      <Button size="xs" variant="default" onClick={() => void run(irreversible.rotate)}>
        Rotate secret
      </Button>
      <Button size="xs" variant="default" onClick={() => void run(irreversible.remove)}>
        Delete
      </Button>
      {editing && <EndpointForm endpoint={endpoint} onClose={() => setEditing(false)} />}
      <FormDialog
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title="New signing secret"
        size="lg"
        showsResult
      >
        {secret !== null && <Secret secret={secret} onClose={() => setSecret(null)} />}
      </FormDialog>
    </>
  );
}
