// The layout of the event list: columns, density and rows per page. It is part of the address, so that a link shows the same
// layout; the last choice is remembered for addresses without one.
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Filters, Search } from '../shell/filters.ts';

/** The optional columns in table order. The event itself always comes first. */
export const COLUMN_TEXT = {
  decision: 'Decision',
  default_decision: 'Default decision',
  score: 'Score',
  level: 'Risk level',
  reasons: 'Reasons',
  signals: 'Signals',
  rule: 'Matched rule',
  policy: 'Policy version',
  account: 'Account',
  device: 'Device',
  session: 'Session',
  address: 'IP address',
  evaluation: 'Evaluation',
  label: 'Label',
  assigned: 'Assigned to',
  time: 'Time',
} as const;
export type ColumnName = keyof typeof COLUMN_TEXT;
export const COLUMN_NAMES = Object.keys(COLUMN_TEXT) as ColumnName[];

export const DEFAULT_COLUMNS: readonly ColumnName[] = [
  'decision',
  'score',
  'reasons',
  'account',
  'device',
  'address',
  'time',
];
/** The columns that show how each event was assessed: every signal with its weight, and what decided. */
export const ASSESSMENT_COLUMNS: readonly ColumnName[] = [
  'decision',
  'default_decision',
  'score',
  'signals',
  'rule',
  'policy',
  'time',
];

export const PAGE_SIZES = [25, 50, 100] as const;

export interface Layout {
  columns: readonly ColumnName[];
  compact: boolean;
  pageSize: number;
}

export const DEFAULT_LAYOUT: Layout = { columns: DEFAULT_COLUMNS, compact: false, pageSize: PAGE_SIZES[0] };

/** The parameters of the address that define the layout. The API accepts only the last one. */
export const LAYOUT_PARAMETERS = ['columns', 'density', 'limit'] as const;
type LayoutParameters = Partial<Record<(typeof LAYOUT_PARAMETERS)[number], string>>;

/** Unlike a comma, a dot needs no encoding in an address. */
const SEPARATOR = '.';

export function layoutParameters({ columns, compact, pageSize }: Layout): LayoutParameters {
  return {
    columns: columns.join(SEPARATOR),
    density: compact ? 'compact' : undefined,
    limit: pageSize === DEFAULT_LAYOUT.pageSize ? undefined : String(pageSize),
  };
}

/**
 * The layout in an address. Unknown column names, such as those of a newer dashboard, are ignored. An address without columns
 * contains no choice: `fallback` supplies the missing parts.
 */
export function layoutOf(search: Search, fallback: Layout): Layout {
  const one = (name: string) => [search[name] ?? ''].flat()[0] ?? '';
  const named = new Set(one('columns').split(SEPARATOR));
  const columns = COLUMN_NAMES.filter((name) => named.has(name));
  const missing = one('columns') === '' ? fallback : DEFAULT_LAYOUT;
  const limit = Number(one('limit'));
  return {
    columns: columns.length > 0 ? columns : missing.columns,
    compact: one('density') === '' ? missing.compact : one('density') === 'compact',
    pageSize: Number.isInteger(limit) && limit >= 1 && limit <= 100 ? limit : missing.pageSize,
  };
}

const KEY = 'assay.events.layout';

function rememberedLayout(): Layout {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? layoutOf(stored as Search, DEFAULT_LAYOUT) : DEFAULT_LAYOUT;
  } catch {
    return DEFAULT_LAYOUT;
  }
}

function rememberLayout(layout: Layout): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(layoutParameters(layout)));
  } catch {
    // Without storage, the layout lasts as long as the address has it.
  }
}

/** The layout of the list on screen and a function to change it. It is written to the address on the first render. */
export function useLayout({ search }: Filters): [Layout, (layout: Layout) => void] {
  const navigate = useNavigate();
  const layout = layoutOf(search, rememberedLayout());
  const written = layoutParameters(layout).columns;
  useEffect(() => {
    if (search.columns === written) return;
    const next = { ...search, ...layoutParameters(layoutOf(search, rememberedLayout())) };
    void navigate({ to: '.', search: next as never, replace: true });
  }, [search, written, navigate]);
  const change = (next: Layout) => {
    rememberLayout(next);
    // A change of columns does not return to the first page.
    const cursor = next.pageSize === layout.pageSize ? search.cursor : undefined;
    void navigate({ to: '.', search: { ...search, ...layoutParameters(next), cursor } as never, replace: true });
  };
  return [layout, change];
}
