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

/** An outcome and an assignment are about their event; every other answer is the thing itself. */
function saidBy({ id, event_id: event, ...fields }: Record<string, unknown>): Said {
  if (event === undefined) return { id, fields };
  if ('assigned_to' in fields) return { id: event, fields: { assigned_to: fields.assigned_to } };
  const { label, evaluation } = fields;
  return { id: event, fields: { label, evaluation, outcome: { id, event_id: event, ...fields } } };
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
  const said = saidBy(data);
  if (typeof said.id === 'string') replaceItems(client, affected, (item) => [merge(item, said)]);
}

/** What an act on many things says about one of them; null about everything else. */
export type SaysOf = (item: Record<string, unknown>) => Record<string, unknown> | null;

/** For an answer that counts what has changed instead of containing it. */
export function showOnMany(client: QueryClient, affected: Affected, saysOf: SaysOf): void {
  replaceItems(client, affected, (item) => {
    const fields = item === null || item === undefined ? null : saysOf(item);
    return [fields === null ? item : merge(item, { id: item?.id, fields })];
  });
}

/** Takes what a change has deleted out of the lists. */
export function showRemoval(client: QueryClient, affected: Affected, id: string): void {
  replaceItems(client, affected, (item) => (item?.id === id ? [] : [item]));
}
