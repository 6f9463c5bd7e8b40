// Every change of the control plane: who, what, before, after, when. Append-only, each entry chained to the one before.
import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AUDIT_ACTIONS } from '../../../src/vocabulary/audit.ts';
import { send } from '../api/client.ts';
import type { AuditEntry, Member } from '../api/control-types.ts';
import { useList } from '../api/read.ts';
import { Await, Empty } from '../elements/Feedback.tsx';
import { IconDownload } from '../elements/icons.ts';
import { failed } from '../elements/notice.ts';
import { Card, Page } from '../elements/Page.tsx';
import { Pager } from '../elements/Pager.tsx';
import { Tag } from '../elements/Tags.tsx';
import { Timestamp } from '../elements/Timestamp.tsx';
import { spoken } from '../elements/wording.ts';
import { actorText } from '../policy/VersionsTab.tsx';
import { useEnvironments } from '../shell/environment.ts';
import { type Filters, useFilters } from '../shell/filters.ts';
import classes from './AuditScreen.module.css';

async function exportAll(filters: Filters): Promise<void> {
  const { cursor: _, ...query } = filters.search;
  const response = await send('GET', '/v1/audit', { query, headers: { accept: 'application/x-ndjson' } });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = 'assay-audit.ndjson';
  link.click();
  URL.revokeObjectURL(link.href);
}

export function AuditScreen() {
  const filters = useFilters();
  const read = useList<AuditEntry>('/v1/audit', filters.search);
  const [busy, setBusy] = useState(false);
  const onExport = () => {
    setBusy(true);
    exportAll(filters)
      .catch((error) => failed('The export did not work', error))
      .finally(() => setBusy(false));
  };
  return (
    <Page
      title="Audit log"
      about="Every change that a member or an operator made, in all environments. Nothing here can be edited."
      actions={
        <Button
          variant="default"
          size="xs"
          loading={busy}
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={onExport}
        >
          Export
        </Button>
      }
    >
      <AuditFilters filters={filters} />
      <Card flush>
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <Empty title="No entry matches" />
            ) : (
              <>
                <ol>
                  {list.data.map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
                </ol>
                <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
              </>
            )
          }
        </Await>
      </Card>
    </Page>
  );
}

const ACTIONS = AUDIT_ACTIONS.map((value) => ({ value, label: spoken(value) }));

function AuditFilters({ filters }: { filters: Filters }) {
  const environments = useEnvironments().data?.data ?? [];
  const members = useList<Member>('/v1/members', { limit: 100 }).data?.data ?? [];
  const actions = filters.many('action');
  return (
    <search className={classes.filters} aria-label="Filters">
      <MultiSelect
        label="Action"
        placeholder={actions.length === 0 ? 'Any' : undefined}
        data={ACTIONS}
        value={actions}
        onChange={(value) => filters.set({ action: value.length > 0 ? value : undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Action' }}
        hidePickedOptions
      />
      <OneOf
        name="actor_id"
        label="Member"
        filters={filters}
        data={members.map(({ id, email }) => ({ value: id, label: email }))}
      />
      <OneOf
        name="environment_id"
        label="Environment"
        filters={filters}
        data={environments.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Moments name="from" label="From (UTC)" filters={filters} />
      <Moments name="to" label="Before (UTC)" filters={filters} />
    </search>
  );
}

interface FilterProps {
  name: string;
  label: string;
  filters: Filters;
}

function OneOf({ name, label, filters, data }: FilterProps & { data: { value: string; label: string }[] }) {
  const value = filters.one(name);
  // An address may name somebody who has left since: the filter still says that it is on.
  const known = value === '' || data.some((one) => one.value === value);
  return (
    <Select
      label={label}
      placeholder="Any"
      data={known ? data : [...data, { value, label: value }]}
      value={value || null}
      onChange={(next) => filters.set({ [name]: next ?? undefined })}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  );
}

function Moments({ name, label, filters }: FilterProps) {
  return (
    <TextInput
      label={label}
      type="datetime-local"
      value={filters.one(name).slice(0, 16)}
      onChange={({ currentTarget: { value } }) =>
        filters.set({ [name]: value === '' ? undefined : `${value}:00.000Z` })
      }
    />
  );
}

/** The name that what was changed bears, or bore: ids say nothing to people. */
function nameOf({ before, after }: AuditEntry): string | undefined {
  for (const side of [after, before]) {
    if (typeof side !== 'object' || side === null) continue;
    const { name, email, url } = side as Record<string, unknown>;
    const text = name ?? email ?? url;
    if (typeof text === 'string') return text;
  }
  return undefined;
}

function targetText(entry: AuditEntry): string {
  const { type, id } = entry.target;
  return `${type} ${nameOf(entry) ?? id}`;
}

function Entry({ entry }: { entry: AuditEntry }) {
  const environments = useEnvironments().data?.data ?? [];
  const environment = environments.find(({ id }) => id === entry.environment_id);
  const has = (value: unknown) => value !== null && value !== undefined;
  return (
    <li className={classes.entry}>
      <div className="row apart">
        <span>
          <strong>{spoken(entry.action)}</strong> {targetText(entry)}{' '}
          {environment !== undefined && (
            <Tag tone={environment.kind === 'live' ? 'good' : 'challenge'}>{environment.name}</Tag>
          )}
        </span>
        <span className="soft small">
          {actorText(entry.actor)}, <Timestamp at={entry.created_at} style="both" />
        </span>
      </div>
      {(has(entry.before) || has(entry.after)) && (
        <details className={classes.difference}>
          <summary>Before and after</summary>
          <div className="columns">
            <Side name="Before" value={entry.before} />
            <Side name="After" value={entry.after} />
          </div>
        </details>
      )}
    </li>
  );
}

function Side({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <h3 className="small">{name}</h3>
      <pre>{value === null || value === undefined ? 'nothing' : JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
