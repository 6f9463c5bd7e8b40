// Creates an environment or edits its settings.
import { NumberInput, SegmentedControl, Select, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { RETENTION_DAYS, TENANT_NAME_MAX } from '../../../src/vocabulary/tenant-limits.ts';
import type { EnvironmentKind, PublicRisk } from '../../../src/vocabulary/words.ts';
import { type FieldTexts, useEdit } from '../api/edit.ts';
import type { Environment } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { DialogForm } from '../components/DialogForm.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { NameField } from '../components/NameField.tsx';
import { notifySuccess } from '../components/notifications.ts';

type EnvironmentDraft = Pick<Environment, 'name' | 'kind' | 'allowed_origins' | 'public_risk' | 'retention_days'>;

const NEW_ENVIRONMENT: EnvironmentDraft = {
  name: '',
  kind: 'test',
  allowed_origins: [],
  public_risk: 'full',
  retention_days: null,
};

const PUBLIC_RISK = {
  full: 'Decision and reasons',
  none: 'Event ID only; your backend reads the decision',
} as const satisfies Record<PublicRisk, string>;
const FIELD_TEXTS: FieldTexts<Environment> = {
  name: { label: 'The name' },
  allowed_origins: { label: 'The list of allowed origins' },
  public_risk: { label: 'What browsers see', text: (value) => PUBLIC_RISK[value] },
  retention_days: { label: 'The retention in days' },
};

interface EnvironmentFormProps {
  /** Null for a new environment. */
  environment: Environment | null;
  onClose: () => void;
}

function useEnvironmentForm({ environment, onClose }: EnvironmentFormProps) {
  const confirm = useConfirm();
  const saved = useEdit({ opened: environment, list: '/v1/environments', texts: FIELD_TEXTS });
  const [draft, setDraft] = useState<EnvironmentDraft>(environment ?? NEW_ENVIRONMENT);
  const save = async () => {
    const { name, kind, allowed_origins, public_risk, retention_days } = draft;
    const confirmed = await confirm({
      title: `Change the settings of ${environment?.name ?? name}?`,
      body: 'The changes apply from the next request on.',
      action: 'Save',
      environment: environment ?? undefined,
    });
    if (!confirmed) return;
    await saved.save(environment === null ? { name, kind } : { name, allowed_origins, public_risk, retention_days });
    notifySuccess('Environment saved.');
    onClose();
  };
  const edit = (changes: Partial<EnvironmentDraft>) => setDraft({ ...draft, ...changes });
  return { ...saved, draft, edit, save };
}

export function EnvironmentForm({ environment, onClose }: EnvironmentFormProps) {
  const { draft, edit, save, saving, error } = useEnvironmentForm({ environment, onClose });
  return (
    <FormDialog
      onClose={onClose}
      title={environment === null ? 'New environment' : `Edit ${environment.name}`}
      size="lg"
    >
      <DialogForm
        save={save}
        saving={saving}
        action={environment === null ? 'Add environment' : 'Save'}
        incomplete={draft.name.trim() === '' || !isRetention(draft.retention_days)}
        error={error}
      >
        <NameField data-autofocus maxLength={TENANT_NAME_MAX} value={draft.name} onChange={(name) => edit({ name })} />
        {environment === null ? (
          <SegmentedControl
            aria-label="Kind"
            value={draft.kind}
            onChange={(value) => edit({ kind: value as EnvironmentKind })}
            data={[
              { value: 'test', label: 'Test' },
              { value: 'live', label: 'Live' },
            ]}
          />
        ) : (
          <SettingsFields draft={draft} edit={edit} />
        )}
      </DialogForm>
    </FormDialog>
  );
}

interface SettingsFieldsProps {
  draft: EnvironmentDraft;
  edit: (changes: Partial<EnvironmentDraft>) => void;
}

const RETENTION_RANGE = `${RETENTION_DAYS.min} to ${formatNumber(RETENTION_DAYS.max)}`;

function isRetention(days: number | null): boolean {
  return days === null || (days >= RETENTION_DAYS.min && days <= RETENTION_DAYS.max);
}

/** The settings that only an existing environment has. */
function SettingsFields({ draft, edit }: SettingsFieldsProps) {
  return (
    <>
      <TagsInput
        label="Allowed origins"
        description="Web pages that may send events, such as https://shop.example. Press Enter after each. If empty, any page may."
        value={draft.allowed_origins}
        onChange={(origins) => edit({ allowed_origins: origins })}
      />
      <Select
        label="What browsers see"
        data={Object.entries(PUBLIC_RISK).map(([value, label]) => ({ value, label }))}
        value={draft.public_risk}
        allowDeselect={false}
        onChange={(value) => edit({ public_risk: value as PublicRisk })}
      />
      <NumberInput
        label="Retention of raw IP addresses and client signals (days)"
        description={`${RETENTION_RANGE}. If empty, they are stored indefinitely. Scores, decisions and outcomes are never removed.`}
        {...RETENTION_DAYS}
        // A number that is clamped when the field loses focus could be saved unnoticed.
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        maxLength={String(RETENTION_DAYS.max).length}
        error={isRetention(draft.retention_days) ? undefined : `Enter ${RETENTION_RANGE} days, or nothing.`}
        value={draft.retention_days ?? ''}
        onChange={(value) => edit({ retention_days: typeof value === 'number' ? value : null })}
      />
    </>
  );
}
