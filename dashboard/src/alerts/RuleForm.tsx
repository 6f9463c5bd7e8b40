// Creates or edits an alert rule.
import { Button, MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ALERT_KINDS, ALERT_LIMITS, ALERT_THRESHOLDS, type AlertKind } from '../../../src/vocabulary/alerts.ts';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { Problem } from '../api/client.ts';
import type { AlertChannel, AlertRule } from '../api/control-types.ts';
import { type FieldTexts, useEdit } from '../api/edit.ts';
import { useMay, useSession } from '../api/session.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { DialogForm } from '../components/DialogForm.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { NameField } from '../components/NameField.tsx';
import { notifySuccess } from '../components/notifications.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { ALERT_TEXT, CHANNEL_TEXT } from './alert-text.ts';
import { ChannelForm } from './ChannelForm.tsx';

type Saved = Omit<AlertRule, 'id' | 'created_at' | 'updated_at' | 'status'>;
const NUMBERS = ['threshold', 'window_minutes', 'min_events'] as const;
type Numbers = (typeof NUMBERS)[number];
/** A number is null while its field is empty. */
type Draft = Omit<Saved, Numbers> & Record<Numbers, number | null>;

/** Allowed numbers of a kind of rule. The fields of the others are hidden. */
function rangesOf(kind: AlertKind): Partial<Record<Numbers, { min: number; max: number }>> {
  return {
    threshold: ALERT_THRESHOLDS[kind],
    ...(kind !== 'webhook_failing' && { window_minutes: ALERT_LIMITS.windowMinutes }),
    ...(kind === 'block_share' && { min_events: ALERT_LIMITS.minEvents }),
  };
}

/** What is wrong with the number in a field. */
function numberIssue(draft: Draft, field: Numbers): string | undefined {
  const range = rangesOf(draft.kind)[field];
  const value = draft[field];
  if (range === undefined || (value !== null && value >= range.min && value <= range.max)) return undefined;
  return `Enter a number from ${formatNumber(range.min)} to ${formatNumber(range.max)}.`;
}

interface RuleFormProps {
  /** Null for a new rule. */
  rule: AlertRule | null;
  /** What a new rule watches, from the page that linked to the form. */
  proposal?: Partial<Pick<Saved, 'threshold' | 'window_minutes'>>;
  channels: readonly AlertChannel[];
  onClose: () => void;
}

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

function newDraft(channels: readonly AlertChannel[]): Draft {
  const kind = 'attack_wave';
  return {
    ...{ name: ALERT_TEXT[kind].name, kind, threshold: ALERT_THRESHOLDS[kind].initial },
    ...{ window_minutes: ALERT_LIMITS.windowMinutes.initial, min_events: ALERT_LIMITS.minEvents.initial },
    ...{ channels: channels.map(({ id }) => id), quiet_hours: null },
  };
}

function fieldTexts(channels: readonly AlertChannel[]): FieldTexts<AlertRule> {
  const nameOf = (id: string) => channels.find((channel) => channel.id === id)?.name ?? id;
  return {
    name: { label: 'The name' },
    kind: { label: 'What the rule watches for', text: (kind) => ALERT_TEXT[kind].name },
    threshold: { label: 'The threshold' },
    window_minutes: { label: 'The time window in minutes' },
    min_events: { label: 'The minimum number of events' },
    channels: { label: 'The list of channels', text: (ids) => ids.map(nameOf).join(', ') },
    quiet_hours: {
      label: 'The time of quiet hours',
      text: (hours) => (hours === null ? 'none' : `${hours.from} to ${hours.to}, ${hours.time_zone}`),
    },
  };
}

function useRuleForm({ rule, proposal, channels, onClose }: RuleFormProps) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const [draft, setDraft] = useState<Draft>(rule ?? { ...newDraft(channels), ...proposal });
  const list = environmentPath(environment, '/alert-rules');
  const saved = useEdit({ opened: rule, list, texts: fieldTexts(channels) });
  const save = async () => {
    const { name, kind, threshold, window_minutes, min_events, quiet_hours } = draft;
    const confirmed = await confirm({
      title: rule === null ? `Add ${name}?` : `Change ${rule.name}?`,
      body: 'The people on its channels will be notified about real customers’ events.',
      action: rule === null ? 'Add rule' : 'Save rule',
      environment,
    });
    if (!confirmed) return;
    // The button is enabled only if no number is missing.
    const numbers = { threshold, window_minutes, min_events } as Pick<AlertRule, Numbers>;
    await saved.save({ name, kind, ...numbers, channels: draft.channels, quiet_hours });
    notifySuccess('Rule saved.');
    onClose();
  };
  const edit = (more: Partial<Draft>) => setDraft({ ...draft, ...more });
  return { ...saved, draft, edit, save };
}

export function RuleForm(props: RuleFormProps) {
  const { draft, edit, save, saving, error } = useRuleForm(props);
  const [addsChannel, setAddsChannel] = useState(false);
  const email = useSession()?.user.email;
  // An added channel appears in the list of channels only after the list has been read again.
  const [added, setAdded] = useState<AlertChannel[]>([]);
  const isNew = ({ id }: AlertChannel) => props.channels.every((channel) => channel.id !== id);
  const channels = [...props.channels, ...added.filter(isNew)];
  return (
    <>
      {/* One dialog at a time: Escape would close both. The input is preserved. */}
      <FormDialog
        opened={!addsChannel}
        onClose={props.onClose}
        title={props.rule === null ? 'New alert rule' : 'Edit alert rule'}
        size="lg"
      >
        <DialogForm
          save={save}
          saving={saving}
          action={props.rule === null ? 'Add rule' : 'Save rule'}
          incomplete={draft.name.trim() === '' || NUMBERS.some((field) => numberIssue(draft, field) !== undefined)}
          error={error}
        >
          <WatchFields draft={draft} edit={edit} error={error} />
          <TellFields draft={draft} edit={edit} channels={channels} onAddChannel={() => setAddsChannel(true)} />
        </DialogForm>
      </FormDialog>
      {addsChannel && (
        <ChannelForm
          {...(email !== undefined && { email })}
          onAdded={(channel) => {
            setAdded([...added, channel]);
            edit({ channels: [...draft.channels, channel.id] });
          }}
          onClose={() => setAddsChannel(false)}
        />
      )}
    </>
  );
}

interface FieldProps {
  draft: Draft;
  edit: (more: Partial<Draft>) => void;
}

function WatchFields({ draft, edit, error }: FieldProps & { error: unknown }) {
  const issues = error instanceof Problem ? error.issues : [];
  const ranges = rangesOf(draft.kind);
  const { min, max } = ALERT_THRESHOLDS[draft.kind];
  const errorAt = (pointer: string) => issues.find((issue) => issue.pointer === pointer)?.detail;
  const numberAt = (field: Numbers) => ({
    ...ranges[field],
    value: draft[field] ?? '',
    // A number that is clamped when the field loses focus could be saved unnoticed.
    clampBehavior: 'none' as const,
    allowDecimal: false,
    error: numberIssue(draft, field) ?? errorAt(`/${field}`),
    onChange: (value: number | string) => edit({ [field]: value === '' ? null : Number(value) }),
  });
  const changeKind = (kind: AlertKind) => {
    const named = Object.values(ALERT_TEXT).some(({ name }) => name === draft.name);
    const { initial } = ALERT_THRESHOLDS[kind];
    // The other kind may hide a field whose number is missing or out of range.
    const isInvalid = (field: Numbers) => numberIssue(draft, field) !== undefined;
    edit({
      kind,
      threshold: initial,
      ...(isInvalid('window_minutes') && { window_minutes: ALERT_LIMITS.windowMinutes.initial }),
      ...(isInvalid('min_events') && { min_events: ALERT_LIMITS.minEvents.initial }),
      ...(named && { name: ALERT_TEXT[kind].name }),
    });
  };
  return (
    <>
      <Select
        label="Watch for"
        description={ALERT_TEXT[draft.kind].meaning}
        data={ALERT_KINDS.map((value) => ({ value, label: ALERT_TEXT[value].name }))}
        data-autofocus
        value={draft.kind}
        allowDeselect={false}
        onChange={(value) => value !== null && changeKind(value as AlertKind)}
      />
      <NameField
        description="The subject of the message."
        maxLength={ALERT_LIMITS.name}
        value={draft.name}
        error={errorAt('/name')}
        onChange={(name) => edit({ name })}
      />
      <NumberInput
        label={ALERT_TEXT[draft.kind].threshold}
        description={`At this number or above, ${formatNumber(min)} to ${formatNumber(max)}.`}
        {...numberAt('threshold')}
      />
      {ranges.window_minutes && <NumberInput label="Time window (minutes)" {...numberAt('window_minutes')} />}
      {ranges.min_events && <NumberInput label="Only with at least this many events" {...numberAt('min_events')} />}
    </>
  );
}

interface TellFieldsProps extends FieldProps {
  channels: readonly AlertChannel[];
  onAddChannel: () => void;
}

function TellFields({ draft, edit, channels, onAddChannel }: TellFieldsProps) {
  const mayAdd = useMay('manage_webhooks');
  const quiet = draft.quiet_hours;
  return (
    <>
      <MultiSelect
        label="Notify"
        description={
          channels.length === 0
            ? 'There is no channel yet: the alert will appear here only.'
            : 'Without a channel, the alert appears here only.'
        }
        data={channels.map(({ id, name, kind }) => ({ value: id, label: `${name} (${CHANNEL_TEXT[kind].name})` }))}
        value={draft.channels}
        onChange={(value) => edit({ channels: value })}
        hidePickedOptions
      />
      {mayAdd && (
        <div>
          <Button size="compact-xs" variant="default" onClick={onAddChannel}>
            Add a channel
          </Button>
        </div>
      )}
      <Switch
        label="Quiet hours"
        description="Messages wait until they end. An alert that is over by then is reported in one message."
        checked={quiet !== null}
        onChange={(event) =>
          edit({ quiet_hours: event.currentTarget.checked ? { from: '22:00', to: '07:00', time_zone: HERE } : null })
        }
      />
      {quiet !== null && (
        <div className="row">
          <TextInput
            label="From"
            type="time"
            value={quiet.from}
            onChange={(event) => edit({ quiet_hours: { ...quiet, from: event.currentTarget.value } })}
          />
          <TextInput
            label="To"
            type="time"
            value={quiet.to}
            onChange={(event) => edit({ quiet_hours: { ...quiet, to: event.currentTarget.value } })}
          />
          <TextInput
            label="Time zone"
            value={quiet.time_zone}
            onChange={(event) => edit({ quiet_hours: { ...quiet, time_zone: event.currentTarget.value } })}
          />
        </div>
      )}
    </>
  );
}
