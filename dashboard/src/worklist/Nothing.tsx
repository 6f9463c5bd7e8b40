// An empty queue. If the environment has no events at all, it shows how to send the first one.
import { useList } from '../api/read.ts';
import type { EventItem } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';

/** @param children a text that says when events will appear here. */
export function Nothing({ title, children }: { title: string; children?: string }) {
  const environment = useEnvironment();
  const newest = useList<EventItem>(environmentPath(environment, '/events'), { limit: 1 });
  return (
    <Await read={newest}>
      {(list) =>
        list.data.length === 0 ? (
          <FirstEvent />
        ) : (
          <EmptyState title={title}>{children !== undefined && <p>{children}</p>}</EmptyState>
        )
      }
    </Await>
  );
}
