// Makes or changes an endpoint; a new one's secret is shown here, once.
import { Button, Modal, MultiSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { WEBHOOK_TYPES } from '../../../src/vocabulary/words.ts';
import { Problem } from '../api/client.ts';
import type { WebhookEndpoint } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import type { One } from '../api/types.ts';
import { useConfirm } from '../elements/Confirm.tsx';
import { Failure } from '../elements/Feedback.tsx';
import { done } from '../elements/notice.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { Secret } from './Secret.tsx';

/** `webhook.test` cannot be chosen: it goes to the endpoint that is tested. */
const TYPES = WEBHOOK_TYPES.filter((type) => type !== 'webhook.test');

export function EndpointForm({ endpoint, onClose }: { endpoint: WebhookEndpoint | null; onClose: () => void }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [all, setAll] = useState(endpoint?.event_types.includes('*') ?? true);
  const [types, setTypes] = useState<string[]>(endpoint?.event_types.filter((type) => type !== '*') ?? []);
  const [secret, setSecret] = useState<string | null>(null);
  const list = environmentPath(environment, '/webhooks');
  const change = useChange<One<WebhookEndpoint>>([list, `/v1/webhooks/${endpoint?.id ?? ''}`]);
  const problem = change.error instanceof Problem ? change.error : null;
  const at = (pointer: string) => problem?.issues.find((place) => place.pointer.startsWith(pointer))?.detail;

  const save = async () => {
    const yes = await confirm({
      title: endpoint === null ? 'Add this endpoint?' : 'Change this endpoint?',
      body: <>Decisions about real people will be sent to {url}.</>,
      action: endpoint === null ? 'Add endpoint' : 'Save endpoint',
      environment,
    });
    if (!yes) return;
    const body = { url, description: description || null, event_types: all ? ['*'] : types };
    if (endpoint !== null) {
      await change.mutateAsync({ method: 'PATCH', path: `/v1/webhooks/${endpoint.id}`, body });
      done('Endpoint saved.');
      return onClose();
    }
    const { data } = await change.mutateAsync({ method: 'POST', path: list, body });
    setSecret(data.secret ?? null);
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={secret !== null ? 'The endpoint’s secret' : endpoint === null ? 'New endpoint' : 'Edit endpoint'}
      size="lg"
      lockScroll={false}
      closeOnClickOutside={secret === null}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {secret !== null ? (
        <Secret secret={secret} onClose={onClose} />
      ) : (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save().catch(() => undefined);
          }}
        >
          <TextInput
            label="Address"
            description="http or https; private and local addresses are refused unless the operator opened them"
            placeholder="https://example.com/assay"
            type="url"
            required
            withAsterisk={false}
            data-autofocus
            value={url}
            error={at('/url')}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <TextInput
            label="Description"
            value={description}
            error={at('/description')}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Switch
            label="Tell it about everything"
            checked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
          {!all && (
            <MultiSelect
              label="Tell it about"
              data={TYPES}
              value={types}
              onChange={setTypes}
              error={at('/event_types')}
              searchable
              hidePickedOptions
            />
          )}
          {change.error !== null && <Failure error={change.error} />}
          <div className="row">
            <Button type="submit" loading={change.isPending} disabled={url === '' || (!all && types.length === 0)}>
              {endpoint === null ? 'Add endpoint' : 'Save endpoint'}
            </Button>
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
