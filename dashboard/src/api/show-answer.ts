// Puts what a change has returned where the screen shows the same thing, before the lists are read again. Until then they would
// show what was before, and a form opened meanwhile would start from it and undo the change.
import type { QueryClient } from '@tanstack/react-query';
import type { One } from './types.ts';

export type Affected = (query: { queryKey: readonly unknown[] }) => boolean;
type Item = Record<string, unknown> | null | undefined;

/** What an answer says, and about which thing. */
interface Said {
  id: unknown;
  fields: Record<string, unknown>;
}

/** Only fields that the item has: lists leave out much of a thing, and an answer may contain a secret that is shown once. */
function merge(item: Item, { id, fields }: Said): Item {
  if (item === null || item === undefined || item.id !== id) return item;
  return { ...item, ...Object.fromEntries(Object.entries(fields).filter(([name]) => name in item)) };
}

function replaceItems(client: QueryClient, affected: Affected, replace: (item: Item) => Item[]): void {
  client.setQueriesData<{ data?: Item | Item[] }>({ predicate: affected }, (before) => {
    if (before?.data === undefined) return before;
    if (Array.isArray(before.data)) return { ...before, data: before.data.flatMap(replace) };
    const [data] = replace(before.data);
    // The page of something that is gone stays as it is until it is left.
    return data === undefined ? before : { ...before, data };
  });
}

export function showAnswer(client: QueryClient, affected: Affected, answer: unknown): void {
  const data = (answer as Partial<One<Item>> | undefined)?.data;
  if (data === null || typeof data !== 'object') return;
  const { id, ...fields } = data;
  if (typeof id === 'string') replaceItems(client, affected, (item) => [merge(item, { id, fields })]);
}

/** Takes what a change has deleted out of the lists. */
export function showRemoval(client: QueryClient, affected: Affected, id: string): void {
  replaceItems(client, affected, (item) => (item?.id === id ? [] : [item]));
}
