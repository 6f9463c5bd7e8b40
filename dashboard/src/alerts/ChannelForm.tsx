// Creates a channel for alerts.
import { Select, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ALERT_CHANNEL_KINDS, ALERT_LIMITS, type AlertChannelKind } from '../../../src/vocabulary/alerts.ts';
import type { AlertChannel, WebhookEndpoint } from '../api/control-types.ts';
import { useChange, useList } from '../api/read.ts';
import type { One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { DialogForm } from '../components/DialogForm.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { NameField } from '../components/NameField.tsx';
import { notifySuccess } from '../components/notifications.ts';
import { useIntegration } from '../integration/steps.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { CHANNEL_TEXT } from './alert-text.ts';

interface Draft {
  name: string;
  kind: AlertChannelKind;
  emails: string[];
  url: string;
  endpoint: string | null;
}

const NO_MAIL_SERVER =
  'This installation has no mail server, so it cannot send email. The operator sets one with ASSAY_SMTP_URL. Choose another kind until then.';

/** The target of the draft's kind, as the API takes it; null while it is missing. */
function targetOf({ kind, emails, url, endpoint }: Draft): Record<string, unknown> | null {
  if (kind === 'email') return emails.length === 0 ? null : { emails };
  if (kind === 'slack') return url === '' ? null : { url };
  return endpoint === null ? null : { endpoint_id: endpoint };
}

interface ChannelFormProps {
  /** Initial value of the address field: the rule form passes the member's own address. */
  email?: string;
  onAdded?: (channel: AlertChannel) => void;
  onClose: () => void;
}

export function ChannelForm({ email, onAdded, onClose }: ChannelFormProps) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const path = environmentPath(environment, '/alert-channels');
  const change = useChange<One<AlertChannel>>([path]);
  const [draft, setDraft] = useState<Draft>({
    ...{ name: email ?? '', kind: 'email', emails: email === undefined ? [] : [email], url: '', endpoint: null },
  });
  const edit = (more: Partial<Draft>) => setDraft({ ...draft, ...more });
  // An error about one kind does not apply to another, and an email address is a poor name for a webhook.
  const choose = (kind: AlertChannelKind) => {
    change.reset();
    edit({ kind, ...(kind !== 'email' && draft.name === email && { name: '' }) });
  };
  const sendsNoMail = useIntegration().data?.data.mail_server === false;
  const cannotSend = draft.kind === 'email' && sendsNoMail;
  const target = targetOf(draft);
  const save = async () => {
    const { name, kind } = draft;
    const confirmed = await confirm({
      title: `Add ${name}?`,
      body: 'Alerts about real customers’ events will be sent there.',
      action: 'Add channel',
      environment,
    });
    if (!confirmed) return;
    const { data } = await change.mutateAsync({ method: 'POST', path, body: { name, kind, ...target } });
    notifySuccess('Channel added. Send a test to see that it works.');
    onAdded?.(data);
    onClose();
  };
  return (
    <FormDialog onClose={onClose} title="New channel" size="lg">
      <DialogForm
        save={save}
        saving={change.isPending}
        action="Add channel"
        incomplete={draft.name.trim() === '' || target === null || cannotSend}
        error={change.error}
      >
        <Select
          label="Kind"
          data={ALERT_CHANNEL_KINDS.map((value) => ({ value, label: CHANNEL_TEXT[value].name }))}
          data-autofocus
          value={draft.kind}
          allowDeselect={false}
          error={cannotSend && NO_MAIL_SERVER}
          onChange={(value) => value !== null && choose(value as AlertChannelKind)}
        />
        <NameField
          placeholder="Fraud team"
          maxLength={ALERT_LIMITS.name}
          value={draft.name}
          onChange={(name) => edit({ name })}
        />
        {!cannotSend && <TargetField draft={draft} edit={edit} />}
      </DialogForm>
    </FormDialog>
  );
}

function TargetField({ draft, edit }: { draft: Draft; edit: (more: Partial<Draft>) => void }) {
  const environment = useEnvironment();
  const endpoints = useList<WebhookEndpoint>(environmentPath(environment, '/webhooks'), { limit: 100 });
  const label = CHANNEL_TEXT[draft.kind].target;
  if (draft.kind === 'email') {
    return (
      <TagsInput
        label={label}
        description="Press Enter after each address."
        placeholder="fraud@example.com"
        maxTags={ALERT_LIMITS.recipients}
        acceptValueOnBlur
        value={draft.emails}
        onChange={(emails) => edit({ emails })}
      />
    );
  }
  if (draft.kind === 'slack') {
    return (
      <TextInput
        label={label}
        description="It is stored encrypted and never shown again. Private addresses are rejected unless the operator allows them."
        placeholder="https://hooks.slack.com/services/…"
        type="url"
        value={draft.url}
        onChange={(event) => edit({ url: event.currentTarget.value })}
      />
    );
  }
  return (
    <Select
      label={label}
      description="It receives alert.opened and alert.resolved, signed like every other webhook."
      data={(endpoints.data?.data ?? []).map(({ id, url }) => ({ value: id, label: url }))}
      value={draft.endpoint}
      onChange={(endpoint) => edit({ endpoint })}
    />
  );
}
