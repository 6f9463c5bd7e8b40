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

/** A mutation; afterwards every read whose path starts with one of `paths` is repeated. */
export function useChange<T = unknown>(paths: readonly string[], { awaitReads = true }: ChangeOptions = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ method, path, body, headers, onAnswer }: Change) => {
      const result = await call<T>(method, path, { body, headers });
      onAnswer?.();
      return result;
    },
    onSettled: () => {
      const reads = client.invalidateQueries({
        predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)),
      });
      return awaitReads ? reads : undefined;
    },
  });
}
