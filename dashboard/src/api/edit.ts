// What a form sends of something that other members may change while it is open: only the fields that its member changed.
import { useState } from 'react';
import { call, Problem } from './client.ts';
import type { List } from './types.ts';

/** How a message names a field and its value. */
export type FieldTexts<T> = { readonly [K in keyof T]?: { label: string; text?: (value: T[K]) => string } };

/**
 * The edit of `opened`, an entry of the list at `path`. Null stands for something new, which nobody else can have changed. `changesOf`
 * returns the fields of `body` that differ from what the form was opened with, or null when none does.
 * @throws Problem, which `error` then holds, when somebody else has given one of these fields another value. It is thrown once: the
 * member has read what the value is now, and saving again replaces it.
 */
export function useEdit<T extends { id: string }>(opened: T | null, path: string, texts: FieldTexts<T>) {
  const [original] = useState(opened);
  const [seen, setSeen] = useState(opened);
  const [error, setError] = useState<unknown>(null);
  const [isReading, setIsReading] = useState(false);
  const checked = async (id: string, seen: T, changes: Partial<T>): Promise<Partial<T>> => {
    const { data } = await call<List<T>>('GET', path, { query: { limit: 100 } });
    // What is gone is answered by the change itself, with 404.
    const current = data.find((one) => one.id === id) ?? seen;
    setSeen(current);
    const others = differences(seen, current);
    const fields = Object.keys(differences(current, changes)) as (keyof T)[];
    const both = fields.filter((field) => field in others);
    if (both.length === 0) return changes;
    throw changedMeanwhile(both.map((field) => sentence(current, field, texts)));
  };
  const changesOf = async (body: Partial<T>): Promise<Partial<T> | null> => {
    setError(null);
    const changes = differences(original, body);
    if (original === null || seen === null) return changes;
    if (Object.keys(changes).length === 0) return null;
    setIsReading(true);
    try {
      return await checked(original.id, seen, changes);
    } catch (error) {
      setError(error);
      throw error;
    } finally {
      setIsReading(false);
    }
  };
  return { changesOf, error, isReading };
}

/** The fields of `after` whose value is not that of `before`. */
function differences<T extends object>(before: T | null, after: Partial<T>): Partial<T> {
  if (before === null) return after;
  const isDifferent = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[field as keyof T]);
  return Object.fromEntries(Object.entries(after).filter(isDifferent)) as Partial<T>;
}

function sentence<T>(current: T, field: keyof T, texts: FieldTexts<T>): string {
  const value = current[field];
  const { label = String(field), text = plainText } = texts[field] ?? {};
  return `${label} is now: ${text(value) || 'empty'}.`;
}

function plainText(value: unknown): string {
  return value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value);
}

function changedMeanwhile(sentences: readonly string[]): Problem {
  const detail = `${sentences.join(' ')} Save again to replace this with yours, or cancel to keep it.`;
  return new Problem(409, { title: 'Somebody else has changed this too', code: 'changed_meanwhile', detail }, null);
}
