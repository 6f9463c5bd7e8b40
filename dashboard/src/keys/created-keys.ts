// Public keys created in this tab, kept in memory to fill in examples; the API shows a key only once.
import { useSyncExternalStore } from 'react';

const publicKeys = new Map<string, string>();
const listeners = new Set<() => void>();

/** Remembers the public key of an environment until the tab is closed or reloaded. */
export function rememberPublicKey(environmentId: string, key: string): void {
  publicKeys.set(environmentId, key);
  for (const listener of listeners) listener();
}

export function usePublicKey(environmentId: string): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => publicKeys.get(environmentId),
  );
}
