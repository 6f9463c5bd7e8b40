// The live tail of the event list: the list is read again every two seconds, and new events are highlighted.
import { useEffect, useRef, useState } from 'react';
import type { EventItem } from '../api/types.ts';
import type { Filters } from '../shell/filters.ts';
import { useShortcuts } from '../shell/shortcuts.ts';

export const TAIL_INTERVAL_MS = 2_000;

/** Whether the live tail is on, according to the address, and a function that turns it on or off, as the key T does. */
export function useLiveTail(filters: Filters): [boolean, (on: boolean) => void] {
  const live = filters.one('tail') === 'on';
  const setLive = (on: boolean) => filters.set({ tail: on ? 'on' : undefined, cursor: undefined });
  useShortcuts({ t: () => setLive(!live) });
  return [live, setLive];
}

/** The ids that were not on an earlier page, to highlight events that arrive during a live tail. */
export function useNewIds(rows: readonly EventItem[] | undefined, live: boolean): ReadonlySet<string> {
  const seen = useRef<Set<string> | null>(null);
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (rows === undefined) return;
    const before = seen.current;
    setNewIds(live && before !== null ? new Set(rows.map(({ id }) => id).filter((id) => !before.has(id))) : new Set());
    seen.current = new Set([...(before ?? []), ...rows.map(({ id }) => id)]);
  }, [rows, live]);
  return newIds;
}
