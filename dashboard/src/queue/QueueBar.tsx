// The bar on an event opened from a list: its position, and links to the previous event, the next one and the list.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { IconChevronLeft, IconChevronRight } from '../components/icons.ts';
import { notifyError } from '../components/notifications.ts';
import { useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { eventHref } from '../shell/links.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { extendQueue, queueOf } from './queue.ts';

export interface QueuePosition {
  list: string;
  /** Null when the list was opened in another tab. */
  name: string | null;
  /** `3 of 25`, with a plus if more pages follow. */
  text: string;
  /** Open the event after or before this one; null at an end. */
  next: (() => Promise<void>) | null;
  previous: (() => void) | null;
}

/** The event's position in the list that the address names; null without a list. */
export function useQueuePosition(eventId: string): QueuePosition | null {
  const environment = useEnvironment();
  const list = useFilters().one('list');
  if (list === '') return null;
  const queue = queueOf(environment.id, list, eventId);
  if (queue === null) return { list, name: null, text: '', next: null, previous: null };
  const at = queue.ids.indexOf(eventId);
  const open = (id: string) => {
    window.location.hash = eventHref(environment, id, list);
  };
  const [before, after] = [queue.ids[at - 1], queue.ids[at + 1]];
  const goOn = async () => {
    const id = after ?? (await extendQueue(queue));
    if (id !== null) open(id);
  };
  return {
    list,
    name: queue.name,
    text: `${formatNumber(at + 1)} of ${formatNumber(queue.ids.length)}${queue.next === null ? '' : '+'}`,
    next: after === undefined && queue.next === null ? null : goOn,
    previous: before === undefined ? null : () => open(before),
  };
}

export function QueueBar({ position }: { position: QueuePosition }) {
  const environment = useEnvironment();
  const { list, name, text, previous } = position;
  const [busy, setBusy] = useState(false);
  const next = async () => {
    if (position.next === null || busy) return;
    setBusy(true);
    await position.next().catch((error) => notifyError('Next event not loaded', error));
    setBusy(false);
  };
  useShortcuts({ n: next, j: next, p: () => previous?.(), k: () => previous?.() });
  return (
    <nav className="row" aria-label="Queue">
      <a href={`#/${environment.id}/${list}`}>Back to {name ?? 'the list'}</a>
      {name !== null && (
        <>
          <span className="small muted" role="status">
            {text}
          </span>
          <Button
            variant="default"
            size="xs"
            disabled={previous === null}
            leftSection={<IconChevronLeft size={14} aria-hidden />}
            onClick={() => previous?.()}
          >
            Previous
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={position.next === null}
            loading={busy}
            rightSection={<IconChevronRight size={14} aria-hidden />}
            onClick={() => void next()}
          >
            Next
          </Button>
        </>
      )}
    </nav>
  );
}
