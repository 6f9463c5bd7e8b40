// Creates or edits a webhook endpoint; the secret of a new endpoint is shown once.
import { MultiSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SUBSCRIBABLE_TYPES } from '../../../src/vocabulary/words.ts';
import { Problem } from '../api/client.ts';
import type { WebhookEndpoint } from '../api/control-types.ts';
import { type FieldTexts, useEdit } from '../api/edit.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { DialogForm } from '../components/DialogForm.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { notifySuccess } from '../components/notifications.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { Secret } from './Secret.tsx';

/** A test always goes to the tested endpoint, so `webhook.test` is not offered; `*` is a switch. */
const TYPES = SUBSCRIBABLE_TYPES.filter((type) => type !== 'webhook.test' && type !== '*');

const FIELD_TEXTS: FieldTexts<WebhookEndpoint> = {
  url: { label: 'The URL' },
  description: { label: 'The description' },
  event_types: {
    label: 'What is sent',
    text: (types) => (types.includes('*') ? 'all events' : types.join(', ')),
  },
};

interface EndpointDraft {
  url: string;
  description: string;
  allTypes: boolean;
  /** The chosen types if not all are. */
  types: WebhookEndpoint['event_types'];
}

interface EndpointFormProps {
  /** Null for a new endpoint. */
  endpoint: WebhookEndpoint | null;
  onClose: () => void;
}

function useEndpointForm({ endpoint, onClose }: EndpointFormProps, onCreated: (secret: string | null) => void) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const [draft, setDraft] = useState<EndpointDraft>({
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    allTypes: endpoint?.event_types.includes('*') ?? true,
    types: endpoint?.event_types.filter((type) => type !== '*') ?? [],
  });
  const list = environmentPath(environment, '/webhooks');
  const saved = useEdit({ opened: endpoint, list, path: `/v1/webhooks/${endpoint?.id ?? ''}`, texts: FIELD_TEXTS });

  const save = async () => {
    const { url, description, allTypes, types } = draft;
    const confirmed = await confirm({
      title: endpoint === null ? `Add ${url}?` : `Change ${endpoint.url}?`,
      body: <>Decisions about real customers will be sent to {url}.</>,
      action: endpoint === null ? 'Add endpoint' : 'Save endpoint',
      environment,
    });
    if (!confirmed) return;
    const event_types: WebhookEndpoint['event_types'] = allTypes ? ['*'] : types;
    const answer = await saved.save({ url, description: description || null, event_types });
    if (endpoint === null) return onCreated(answer?.data.secret ?? null);
    notifySuccess('Endpoint saved.');
    onClose();
  };
  const edit = (changes: Partial<EndpointDraft>) => setDraft({ ...draft, ...changes });
  return { ...saved, draft, edit, save };
}

export function EndpointForm({ endpoint, onClose }: EndpointFormProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { draft, edit, save, saving, error } = useEndpointForm({ endpoint, onClose }, setSecret);
  const incomplete = draft.url === '' || (!draft.allTypes && draft.types.length === 0);
  return (
    <FormDialog
      onClose={onClose}
      title={secret !== null ? 'Signing secret' : endpoint === null ? 'New endpoint' : 'Edit endpoint'}
      size="lg"
      showsResult={secret !== null}
    >
      {secret !== null ? (
        <Secret secret={secret} onClose={onClose} />
      ) : (
        <DialogForm
          save={save}
          saving={saving}
          action={endpoint === null ? 'Add endpoint' : 'Save endpoint'}
          incomplete={incomplete}
          error={error}
        >
          <EndpointFields draft={draft} edit={edit} error={error} />
        </DialogForm>
      )}
    </FormDialog>
  );
}

interface EndpointFieldsProps {
  draft: EndpointDraft;
  edit: (changes: Partial<EndpointDraft>) => void;
  error: unknown;
}

function EndpointFields({ draft, edit, error }: EndpointFieldsProps) {
  const issues = error instanceof Problem ? error.issues : [];
  const errorAt = (pointer: string) => issues.find((issue) => issue.pointer.startsWith(pointer))?.detail;
  return (
    <>
      <TextInput
        label="URL"
        description="HTTP or HTTPS. Private and local addresses are rejected unless the operator allows them."
        placeholder="https://example.com/assay"
        type="url"
        required
        withAsterisk={false}
        data-autofocus
        value={draft.url}
        error={errorAt('/url')}
        onChange={(event) => edit({ url: event.currentTarget.value })}
      />
      <TextInput
        label="Description"
        value={draft.description}
        error={errorAt('/description')}
        onChange={(event) => edit({ description: event.currentTarget.value })}
      />
      <Switch
        label="Send all events"
        checked={draft.allTypes}
        onChange={(event) => edit({ allTypes: event.currentTarget.checked })}
      />
      {!draft.allTypes && (
        <MultiSelect
          label="Events to send"
          data={TYPES}
          value={draft.types}
          onChange={(types) => edit({ types: types as WebhookEndpoint['event_types'] })}
          error={errorAt('/event_types')}
          searchable
          hidePickedOptions
        />
      )}
    </>
  );
}
