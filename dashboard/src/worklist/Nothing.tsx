// An empty queue. Without any event there is nothing to praise: then it shows how to send the first one.
import { useList } from '../api/read.ts';
import type { EventItem } from '../api/types.ts';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { FirstEvent } from '../keys/FirstEvent.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';

export function Nothing({ title }: { title: string }) {
  const environment = useEnvironment();
  const newest = useList<EventItem>(environmentPath(environment, '/events'), { limit: 1 });
  return (
    <Await read={newest}>{(list) => (list.data.length === 0 ? <FirstEvent /> : <EmptyState title={title} />)}</Await>
  );
}
