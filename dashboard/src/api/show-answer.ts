// Writes the answer of a change into the cached reads of the same item, before the lists are read again. Without this they would
// show the old values, and a form opened meanwhile would start from them and undo the change.
import type { QueryClient } from '@tanstack/react-query';
import type { One } from './types.ts';

export type Affected = (query: { queryKey: readonly unknown[] }) => boolean;
type Item = Record<string, unknown> | null | undefined;

/** The fields of an answer and the id of the item that they belong to. */
interface Said {
  id: unknown;
  fields: Record<string, unknown>;
}

/** An outcome and an assignment belong to their event; every other answer is the item itself. */
function saidBy({ id, event_id: event, ...fields }: Record<string, unknown>): Said {
  if (event === undefined) return { id, fields };
  if ('assigned_to' in fields) return { id: event, fields: { assigned_to: fields.assigned_to } };
  const { label, evaluation } = fields;
  return { id: event, fields: { label, evaluation, outcome: { id, event_id: event, ...fields } } };
}

/** Sets only fields that the item already has: lists omit many fields, and an answer may contain a secret that is shown once. */
function merge(item: Item, { id, fields }: Said): Item {
  if (item === null || item === undefined || item.id !== id) return item;
  return { ...item, ...Object.fromEntries(Object.entries(fields).filter(([name]) => name in item)) };
}

function replaceItems(client: QueryClient, affected: Affected, replace: (item: Item) => Item[]): void {
  client.setQueriesData<{ data?: Item | Item[] }>({ predicate: affected }, (before) => {
    if (before?.data === undefined) return before;
    if (Array.isArray(before.data)) return { ...before, data: before.data.flatMap(replace) };
    const [data] = replace(before.data);
    // The page of a deleted item stays unchanged until the member leaves it.
    return data === undefined ? before : { ...before, data };
  });
}

export function showAnswer(client: QueryClient, affected: Affected, answer: unknown): void {
  const data = (answer as Partial<One<Item>> | undefined)?.data;
  if (data === null || typeof data !== 'object') return;
  const said = saidBy(data);
  if (typeof said.id === 'string') replaceItems(client, affected, (item) => [merge(item, said)]);
}

/** The changed fields of an item after a change to many; null for an item that did not change. */
export type SaysOf = (item: Record<string, unknown>) => Record<string, unknown> | null;

/** Updates many items, for an answer that counts the changed items instead of containing them. */
export function showOnMany(client: QueryClient, affected: Affected, saysOf: SaysOf): void {
  replaceItems(client, affected, (item) => {
    const fields = item === null || item === undefined ? null : saysOf(item);
    return [fields === null ? item : merge(item, { id: item?.id, fields })];
  });
}

/** Removes a deleted item from the lists. */
export function showRemoval(client: QueryClient, affected: Affected, id: string): void {
  replaceItems(client, affected, (item) => (item?.id === id ? [] : [item]));
}
