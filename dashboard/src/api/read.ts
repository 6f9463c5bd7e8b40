// Reads and mutations through one cache: a read is keyed by its path and query, a mutation invalidates the paths it affects.
import { type keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, Problem, type Query } from './client.ts';
import { type Affected, type SaysOf, showAnswer, showOnMany, showRemoval } from './show-answer.ts';
import type { List, One } from './types.ts';

/**
 * `networkMode: always`: by default the library waits until the browser is online, so pages would load forever without an error and
 * a change would be sent long after its form was closed. A service on the same machine or network is reachable anyway.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A client error will not change on retry; a service that is down or busy may recover.
      retry: (count, error) => count < 2 && error instanceof Problem && (error.status === 0 || error.status >= 500),
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
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

export interface Change<T = unknown> {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The id of the item that a successful change deletes. */
  removes?: string;
  /** The path of the read whose response the answer replaces, for items without an id, such as a policy. */
  replaces?: string;
  /** The changed fields of each item, derived from the answer; for a change to many items. */
  saysOf?: (answer: T) => SaysOf;
}

/**
 * A mutation. It ends with its answer: forms then close or are cleared, the content of the answer is shown at once, and every
 * read whose path starts with one of `paths` is repeated in the background. A form that waited for these reads would still show
 * its input although it is stored.
 */
export function useChange<T = unknown>(paths: readonly string[]) {
  const client = useQueryClient();
  const [rereads, setRereads] = useState(0);
  const affected: Affected = ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path));
  const mutation = useMutation({
    mutationFn: ({ method, path, body, headers }: Change<T>) => call<T>(method, path, { body, headers }),
    onSuccess: (answer, { removes, replaces, saysOf }) => {
      showAnswer(client, affected, answer);
      if (saysOf !== undefined) showOnMany(client, affected, saysOf(answer));
      if (replaces !== undefined) client.setQueriesData({ queryKey: [replaces] }, answer);
      if (removes !== undefined) showRemoval(client, affected, removes);
    },
    // After an error too: it may mean that someone else changed the data first.
    onSettled: () => {
      setRereads((number) => number + 1);
      void client.invalidateQueries({ predicate: affected }).finally(() => setRereads((number) => number - 1));
    },
  });
  /** Also true while reads are repeated: for buttons that act on what is on screen, such as the version of a policy. */
  const isBusy = mutation.isPending || rereads > 0;
  return { ...mutation, isBusy };
}

export type ChangeState<T = unknown> = ReturnType<typeof useChange<T>>;
