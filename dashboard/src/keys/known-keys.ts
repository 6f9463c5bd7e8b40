// Keys made in this tab, in memory alone: the service shows a key once, so examples can be filled in only here and now.
import { useSyncExternalStore } from 'react';

const known = new Map<string, string>();
const listeners = new Set<() => void>();

/** Keeps the public key of an environment until the tab is closed or reloaded. */
export function learnPublicKey(environmentId: string, key: string): void {
  known.set(environmentId, key);
  for (const listener of listeners) listener();
}

export function usePublicKey(environmentId: string): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => known.get(environmentId),
  );
}
