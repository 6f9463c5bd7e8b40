// Every change of the control plane: who, what, before, after, when. Append-only, each entry chained to the one before.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { send } from '../api/client.ts';
import type { AuditEntry } from '../api/control-types.ts';
import { useList } from '../api/read.ts';
import { Await, Empty } from '../elements/Feedback.tsx';
import { IconDownload } from '../elements/icons.ts';
import { Moment } from '../elements/Moment.tsx';
import { failed } from '../elements/notice.ts';
import { Card, Page } from '../elements/Page.tsx';
import { Pager } from '../elements/Pager.tsx';
import { spoken } from '../elements/wording.ts';
import { actorText } from '../policy/VersionsTab.tsx';
import { type Filters, useFilters } from '../shell/filters.ts';
import classes from './AuditScreen.module.css';

const FILTERS = [
  { name: 'action', label: 'Action', placeholder: 'key.created' },
  { name: 'actor_id', label: 'Member', placeholder: 'usr_…' },
  { name: 'from', label: 'From (UTC)', type: 'datetime-local' },
  { name: 'to', label: 'Before (UTC)', type: 'datetime-local' },
] as const;

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
      <search className={classes.filters} aria-label="Filters">
        {FILTERS.map((filter) => (
          <AuditFilter key={filter.name} filter={filter} filters={filters} />
        ))}
      </search>
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

function AuditFilter({ filter, filters }: { filter: (typeof FILTERS)[number]; filters: Filters }) {
  const isTime = 'type' in filter;
  const value = filters.one(filter.name);
  const [typed, setTyped] = useState({ value, text: value });
  if (typed.value !== value) setTyped({ value, text: value });
  const commit = (text: string) =>
    filters.set({ [filter.name]: text === '' ? undefined : isTime ? `${text}:00.000Z` : text });
  return (
    <TextInput
      label={filter.label}
      type={isTime ? filter.type : undefined}
      placeholder={isTime ? undefined : filter.placeholder}
      value={isTime ? value.slice(0, 16) : typed.text}
      onChange={(event) =>
        isTime ? commit(event.currentTarget.value) : setTyped({ value, text: event.currentTarget.value })
      }
      onBlur={() => !isTime && typed.text !== value && commit(typed.text.trim())}
      onKeyDown={(event) => event.key === 'Enter' && !isTime && commit(typed.text.trim())}
    />
  );
}

function targetText(entry: AuditEntry): string {
  const target = entry.target ?? entry.subject ?? entry.target_id ?? entry.resource_id;
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return '';
  const { type, id, name } = target as Record<string, unknown>;
  return [type, name ?? id].filter((part) => part !== undefined && part !== null).join(' ');
}

function Entry({ entry }: { entry: AuditEntry }) {
  const has = (value: unknown) => value !== null && value !== undefined;
  return (
    <li className={classes.entry}>
      <div className="row apart">
        <span>
          <strong>{spoken(entry.action)}</strong> <span className="mono">{targetText(entry)}</span>
        </span>
        <span className="soft small">
          {actorText(entry.actor)}, <Moment at={entry.created_at} style="both" />
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
