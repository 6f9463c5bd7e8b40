// The audit log: who changed what and when, with the state before and after.
import { Button, MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { AUDIT_ACTIONS } from '../../../src/vocabulary/audit.ts';
import { send } from '../api/client.ts';
import type { AuditEntry, Member } from '../api/control-types.ts';
import { useList } from '../api/read.ts';
import { actorText } from '../components/actor.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { TimeFilter } from '../components/FilterFields.tsx';
import { IconDownload } from '../components/icons.ts';
import { notifyError } from '../components/notifications.ts';
import { Card, Page } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { saveFile } from '../components/save-file.ts';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { humanize } from '../components/wording.ts';
import { useEnvironments } from '../shell/environment.ts';
import { type Filters, useFilters } from '../shell/filters.ts';
import classes from './AuditScreen.module.css';

async function exportAll(filters: Filters): Promise<void> {
  const { cursor: _, ...query } = filters.search;
  const response = await send('GET', '/v1/audit', { query, headers: { accept: 'application/x-ndjson' } });
  saveFile(await response.blob(), 'audit', 'ndjson');
}

export function AuditScreen() {
  const filters = useFilters();
  const read = useList<AuditEntry>('/v1/audit', filters.search);
  const [busy, setBusy] = useState(false);
  const onExport = () => {
    setBusy(true);
    exportAll(filters)
      .catch((error) => notifyError('Export failed', error))
      .finally(() => setBusy(false));
  };
  return (
    <Page
      title="Audit log"
      description="Every change made by members and operators in all environments. Entries cannot be edited."
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
              <EmptyState title="No matching entries" />
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

const ACTIONS = AUDIT_ACTIONS.map((value) => ({ value, label: humanize(value) }));

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
      <SelectFilter
        name="actor_id"
        label="Member"
        filters={filters}
        data={members.map(({ id, email }) => ({ value: id, label: email }))}
      />
      <SelectFilter
        name="environment_id"
        label="Environment"
        filters={filters}
        data={environments.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TimeFilter name="from" label="From" filters={filters} />
      <TimeFilter name="to" label="Before" filters={filters} />
    </search>
  );
}

interface SelectFilterProps {
  name: string;
  label: string;
  filters: Filters;
  data: { value: string; label: string }[];
}

function SelectFilter({ name, label, filters, data }: SelectFilterProps) {
  const value = filters.one(name);
  // The address may name a member who has since been removed; the filter is still shown as active.
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

/** The name of the changed object, because IDs mean nothing to readers. */
function nameOf({ before, after }: AuditEntry): string | undefined {
  for (const state of [after, before]) {
    if (typeof state !== 'object' || state === null) continue;
    const { name, email, url } = state as Record<string, unknown>;
    const text = name ?? email ?? url;
    if (typeof text === 'string') return text;
  }
  return undefined;
}

function Entry({ entry }: { entry: AuditEntry }) {
  const environments = useEnvironments().data?.data ?? [];
  const environment = environments.find(({ id }) => id === entry.environment_id);
  const has = (value: unknown) => value !== null && value !== undefined;
  return (
    <li className={classes.entry}>
      <div className="row space-between">
        <span>
          <strong>{humanize(entry.action)}:</strong> {nameOf(entry) ?? entry.target.id}{' '}
          {environment !== undefined && (
            <Tag tone={environment.kind === 'live' ? 'positive' : 'challenge'}>{environment.name}</Tag>
          )}
        </span>
        <span className="muted small">
          {actorText(entry.actor)}, <Timestamp at={entry.created_at} format="both" />
        </span>
      </div>
      {(has(entry.before) || has(entry.after)) && (
        <details className={classes.difference}>
          <summary>Before and after</summary>
          <div className="columns">
            <State name="Before" value={entry.before} />
            <State name="After" value={entry.after} />
          </div>
        </details>
      )}
    </li>
  );
}

function State({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <h3 className="small">{name}</h3>
      <pre>{value === null || value === undefined ? 'none' : JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
