// Saves a form whose entry other members may change meanwhile: it sends only the fields that this member changed.
import { useState } from 'react';
import { call, Problem } from './client.ts';
import { useChange } from './read.ts';
import type { List, One } from './types.ts';

/** The name of each field in messages, and its value as text. */
export type FieldTexts<T> = { readonly [K in keyof T]?: { label: string; text?: (value: T[K]) => string } };

interface Edit<T> {
  /** The entry that the form was opened with; null for a new one, which nobody else can have changed. */
  opened: T | null;
  /** The path of the list that contains the entry or gets the new one. */
  list: string;
  /** The path of `opened`; by default, its id below `list`. */
  path?: string;
  texts: FieldTexts<T>;
}

/**
 * Adds an entry to a list, or changes the one that the form was opened with. `save` returns the answer, or undefined if no field of
 * `body` has changed.
 * @throws Problem, which is then in `error`, if someone else has changed the value of one of these fields. It is thrown once: it
 * shows the member the current value, and saving again replaces it.
 */
export function useEdit<T extends { id: string }>({ opened, list, path, texts }: Edit<T>) {
  const [original] = useState(opened);
  const entry = path ?? `${list}/${original?.id}`;
  const change = useChange<One<T>>([list, entry]);
  const [seen, setSeen] = useState(opened);
  const [error, setError] = useState<unknown>(null);
  const [isReading, setIsReading] = useState(false);
  /** Throws when someone else has changed the same fields since `seen`. */
  const check = async (id: string, seen: T, changes: Partial<T>) => {
    const { data } = await call<List<T>>('GET', list, { query: { limit: 100 } });
    // If the entry was deleted, the change itself fails with 404.
    const current = data.find((one) => one.id === id) ?? seen;
    setSeen(current);
    const others = differences(seen, current);
    const fields = Object.keys(differences(current, changes)) as (keyof T)[];
    const both = fields.filter((field) => field in others);
    if (both.length > 0) throw changedMeanwhile(both.map((field) => sentence(current, field, texts)));
  };
  const save = async (body: Partial<T>): Promise<One<T> | undefined> => {
    setError(null);
    change.reset();
    if (original === null || seen === null) return change.mutateAsync({ method: 'POST', path: list, body });
    const changes = differences(original, body);
    if (Object.keys(changes).length === 0) return undefined;
    setIsReading(true);
    try {
      await check(original.id, seen, changes);
    } catch (error) {
      setError(error);
      throw error;
    } finally {
      setIsReading(false);
    }
    return change.mutateAsync({ method: 'PATCH', path: entry, body: changes });
  };
  return { save, saving: isReading || change.isPending, error: error ?? change.error };
}

/** The fields of `after` whose value differs from that in `before`. */
function differences<T extends object>(before: T, after: Partial<T>): Partial<T> {
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
  return new Problem(409, { title: 'Someone else has changed this too', code: 'changed_meanwhile', detail }, null);
}
