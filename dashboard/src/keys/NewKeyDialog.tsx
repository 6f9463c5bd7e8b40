// Creates an API key and shows it once.
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { TENANT_NAME_MAX } from '../../../src/vocabulary/tenant-limits.ts';
import type { KeyKind } from '../../../src/vocabulary/words.ts';
import type { ApiKey } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import type { One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { CopiedButton } from '../components/CopiedButton.tsx';
import { CodeBlock } from '../components/Copy.tsx';
import { DialogForm } from '../components/DialogForm.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { NameField, onlySpaces } from '../components/NameField.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { rememberPublicKey } from './created-keys.ts';

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const [created, setCreated] = useState<ApiKey | null>(null);
  return (
    <FormDialog
      onClose={onClose}
      title={created === null ? `New key for ${environment.kind.toUpperCase()}` : 'Your new key'}
      showsResult={created !== null}
      size="lg"
    >
      {created === null ? <KeyForm onCreated={setCreated} /> : <CreatedKey apiKey={created} onClose={onClose} />}
    </FormDialog>
  );
}

function KeyForm({ onCreated }: { onCreated: (key: ApiKey) => void }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const [kind, setKind] = useState<KeyKind>('public');
  const [name, setName] = useState('');
  const path = environmentPath(environment, '/keys');
  const change = useChange<One<ApiKey>>([path]);
  const create = async () => {
    const confirmed = await confirm({
      title: `Create a ${kind} key?`,
      body: 'It works immediately.',
      action: 'Create key',
      environment,
    });
    if (!confirmed) return;
    const { data } = await change.mutateAsync({ method: 'POST', path, body: { kind, ...(name !== '' && { name }) } });
    if (data.kind === 'public' && data.key !== undefined) rememberPublicKey(environment.id, data.key);
    onCreated(data);
  };
  return (
    <DialogForm
      save={create}
      saving={change.isPending}
      action="Create key"
      incomplete={onlySpaces(name)}
      error={change.error}
    >
      <SegmentedControl
        aria-label="Key type"
        value={kind}
        onChange={(value) => setKind(value as KeyKind)}
        data={[
          { value: 'public', label: 'Public: for web pages' },
          { value: 'secret', label: 'Secret: for your backend' },
        ]}
      />
      <NameField
        description="Optional"
        placeholder="Web shop"
        data-autofocus
        maxLength={TENANT_NAME_MAX}
        value={name}
        onChange={setName}
      />
    </DialogForm>
  );
}

function CreatedKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <div className="stack">
      <p>
        <strong>Copy the key now. It is shown only once.</strong>{' '}
        {apiKey.kind === 'secret'
          ? 'Store it in your backend; never include it in a page or an app.'
          : 'You can include it in your pages.'}
      </p>
      <CodeBlock code={apiKey.key ?? ''} label="key" />
      <CopiedButton onClose={onClose} />
    </div>
  );
}
