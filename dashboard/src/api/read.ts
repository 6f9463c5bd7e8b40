// Reads and mutations through one cache: a read is keyed by its path and query, a mutation invalidates the paths it affects.
import { type keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, Problem, type Query } from './client.ts';
import type { List, One } from './types.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A client error will not change on retry; a service that is down or busy may recover.
      retry: (count, error) => count < 2 && error instanceof Problem && (error.status === 0 || error.status >= 500),
      refetchOnWindowFocus: false,
    },
  },
});

export interface ReadOptions {
  enabled?: boolean;
  /** Milliseconds between repeated reads, while the tab is visible. */
  every?: number;
}

/** Like TanStack's `keepPreviousData`, but only from reads of the same path. */
function stayOnSamePath(path: string): typeof keepPreviousData {
  return ((last: unknown, before?: { queryKey: readonly unknown[] }) =>
    before?.queryKey[0] === path ? last : undefined) as typeof keepPreviousData;
}

/**
 * Reads a path. While another query of the same path loads, the previous response stays on screen, so that the layout does
 * not jump. A response of another path is never shown: an event must not appear under the URL of another event.
 */
export function useRead<T>(path: string, query: Query = {}, options: ReadOptions = {}) {
  return useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => call<T>('GET', path, { query, signal }),
    enabled: options.enabled ?? true,
    refetchInterval: options.every ?? false,
    placeholderData: stayOnSamePath(path),
  });
}

export function useOne<T>(path: string, query: Query = {}, options: ReadOptions = {}) {
  return useRead<One<T>>(path, query, options);
}

export function useList<T>(path: string, query: Query = {}, options: ReadOptions = {}) {
  return useRead<List<T>>(path, query, options);
}

export interface Change {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Called when the change has succeeded, before the reads are repeated. */
  onAnswer?: () => void;
}

interface ChangeOptions {
  /**
   * Whether a change ends only when what it affects was read again. True where the screen shows the value that was changed, so
   * that it does not show the old one for a moment; false in dialogs, which would hold what somebody typed until then.
   */
  awaitReads?: boolean;
}

type Affected = (query: { queryKey: readonly unknown[] }) => boolean;
type Item = { id?: unknown } | null | undefined;

/**
 * Puts what a change has returned where the screen shows the same thing. Until the lists are read again they would show what was
 * before, and a form opened meanwhile would start from it and undo the change.
 */
function showAnswer(client: QueryClient, affected: Affected, answer: unknown): void {
  const changed = (answer as Partial<One<Item>> | undefined)?.data;
  if (typeof changed?.id !== 'string') return;
  const replace = (item: Item) => (item?.id === changed.id ? { ...item, ...changed } : item);
  client.setQueriesData<{ data?: Item | Item[] }>({ predicate: affected }, (before) => {
    if (before?.data === undefined) return before;
    return { ...before, data: Array.isArray(before.data) ? before.data.map(replace) : replace(before.data) };
  });
}

/** A mutation; afterwards every read whose path starts with one of `paths` is repeated. */
export function useChange<T = unknown>(paths: readonly string[], { awaitReads = true }: ChangeOptions = {}) {
  const client = useQueryClient();
  const affected: Affected = ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path));
  return useMutation({
    mutationFn: async ({ method, path, body, headers, onAnswer }: Change) => {
      const result = await call<T>(method, path, { body, headers });
      if (method === 'PATCH') showAnswer(client, affected, result);
      onAnswer?.();
      return result;
    },
    onSettled: () => {
      const reads = client.invalidateQueries({ predicate: affected });
      return awaitReads ? reads : undefined;
    },
  });
}
