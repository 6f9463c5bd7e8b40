// Above a list: its order, and a download of everything that matches.
import { Button, Menu, Select } from '@mantine/core';
import { useState } from 'react';
import { type Query, send } from '../api/client.ts';
import type { Filters } from '../shell/filters.ts';
import { IconDownload } from './icons.ts';
import { notifyError } from './notifications.ts';
import { saveFile } from './save-file.ts';

interface SortSelectProps<S extends string> {
  filters: Filters;
  /** The sort values with their names; the first is the order without a parameter. */
  sorts: readonly (readonly [value: S, name: string])[];
}

export function SortSelect<S extends string>({ filters, sorts }: SortSelectProps<S>) {
  const first = sorts[0]?.[0];
  return (
    <Select
      label="Sort by"
      data={sorts.map(([value, label]) => ({ value, label }))}
      value={filters.one('sort') || first}
      allowDeselect={false}
      onChange={(value) => filters.set({ sort: value === first ? undefined : (value ?? undefined) })}
    />
  );
}

const FORMATS = { csv: 'CSV for spreadsheets', ndjson: 'Newline-delimited JSON' } as const;

/** Downloads all rows of the list that match its filters, as a file of this name and date; the token travels in a header, so a link cannot do it. */
export function ExportMenu({ path, query, name }: { path: string; query: Query; name: string }) {
  const [busy, setBusy] = useState(false);
  const download = async (format: keyof typeof FORMATS) => {
    setBusy(true);
    try {
      const { cursor: _, limit: __, ...filter } = query;
      const response = await send('GET', path, { query: { ...filter, format } });
      saveFile(await response.blob(), name, format);
    } catch (error) {
      notifyError('Not downloaded', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" loading={busy} leftSection={<IconDownload size={15} aria-hidden />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(FORMATS).map(([format, label]) => (
          <Menu.Item key={format} onClick={() => void download(format as keyof typeof FORMATS)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
