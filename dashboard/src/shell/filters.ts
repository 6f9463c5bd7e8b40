// List filters stored in the address, so that they can be bookmarked, shared and restored by the back button.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

export type Search = Record<string, string | string[]>;

/** `?decision=block&decision=challenge&cursor=…` → lists where a name repeats, strings elsewhere. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  const parameters = new URLSearchParams(text);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name).filter((value) => value !== '');
    if (values.length > 0) search[name] = values.length === 1 ? (values[0] as string) : values;
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

export interface Filters {
  /** All parameters of the address, as the API accepts them. */
  search: Search;
  one: (name: string) => string;
  many: (name: string) => string[];
  /** The parameter if it is one of `choices`, otherwise the first choice: addresses are pasted and typed, too. */
  choice: <T extends string>(name: string, choices: readonly T[]) => T;
  /** Changes some parameters and resets the cursor unless `changes` contains one. */
  set: (changes: Record<string, string | string[] | undefined>) => void;
}

export function useFilters(): Filters {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  return useMemo(() => {
    const one = (name: string) => [search[name] ?? ''].flat()[0] ?? '';
    const many = (name: string) => [search[name] ?? []].flat();
    const choice = <T extends string>(name: string, choices: readonly T[]) =>
      choices.find((each) => each === one(name)) ?? (choices[0] as T);
    const set = (changes: Record<string, string | string[] | undefined>) => {
      const next = { ...search, cursor: undefined, ...changes };
      // Resolved against the current path. Changing a filter adds no history entry; paging does.
      void navigate({ to: '.', search: next as never, replace: !('cursor' in changes) });
    };
    return { search, one, many, choice, set };
  }, [search, navigate]);
}
