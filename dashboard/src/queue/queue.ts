// The queue behind "Next" on an event: the events of the list it was opened from, as listed at that time. Labeling an event
// removes it from a worklist, so the list, if read again, could not show which event follows.
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call, type Query } from '../api/client.ts';
import type { EventItem, List } from '../api/types.ts';

export interface Queue {
  /** The address of the list below the environment, with its filters: `worklist?queue=unlabeled`. */
  list: string;
  /** The name of the list, for the link back to it. */
  name: string;
  /** `path`, `query` and `next` are the request for the events after the last id. */
  path: string;
  query: Query;
  next: string | null;
  ids: string[];
}

const KEY = 'assay.queues';
/** The most lists that are remembered per tab: those opened last. */
const MAX_QUEUES = 8;

function storedQueues(): Queue[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as Queue[]) : [];
  } catch {
    return [];
  }
}

function saveQueue(queue: Queue): void {
  const others = storedQueues().filter(({ path, list }) => path !== queue.path || list !== queue.list);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([queue, ...others].slice(0, MAX_QUEUES)));
  } catch {
    // Without storage, events are opened one by one.
  }
}

/** The queue of a list in this environment that contains the event; null in another tab, or after the list changed. */
export function queueOf(environmentId: string, list: string, eventId: string): Queue | null {
  const found = storedQueues().find((queue) => queue.list === list && queue.path.includes(`/${environmentId}/`));
  return found?.ids.includes(eventId) ? found : null;
}

/** The id after the last one, read from the list's next page; null if there is none. */
export async function extendQueue(queue: Queue): Promise<string | null> {
  if (queue.next === null) return null;
  const query = { ...queue.query, cursor: queue.next };
  const page = await call<List<EventItem>>('GET', queue.path, { query });
  const known = new Set(queue.ids);
  const fresh = page.data.map(({ id }) => id).filter((id) => !known.has(id));
  saveQueue({ ...queue, ids: [...queue.ids, ...fresh], next: page.meta.next_cursor });
  return fresh[0] ?? null;
}

/** Saves the page that a list shows as the queue of its events. Returns the list's address, for the links to them. */
export function useSavedQueue(name: string, path: string, query: Query, list: List<EventItem> | undefined): string {
  const address = useListAddress();
  useEffect(() => {
    if (list === undefined) return;
    const ids = list.data.map(({ id }) => id);
    saveQueue({ list: address, name, path, query, next: list.meta.next_cursor, ids });
  }, [address, name, path, query, list]);
  return address;
}

/** Like `useSavedQueue`, for a screen that knows the ids of all of its events. */
export function useSavedIds(name: string, path: string, ids: readonly string[]): string {
  const address = useListAddress();
  useEffect(() => {
    saveQueue({ list: address, name, path, query: {}, next: null, ids: [...ids] });
  }, [address, name, path, ids]);
  return address;
}

function useListAddress(): string {
  const { pathname, searchStr } = useLocation();
  return `${pathname.split('/').slice(2).join('/')}${searchStr}`;
}
