// Single-key shortcuts: off while typing, and off for good when the member says so (WCAG 2.1.4).
import { useEffect, useRef, useSyncExternalStore } from 'react';

const OFF_KEY = 'assay.shortcuts.off';
const listeners = new Set<() => void>();
let off = readOff();

function readOff(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === '1';
  } catch {
    return false;
  }
}

export function setShortcuts(on: boolean): void {
  off = !on;
  try {
    localStorage.setItem(OFF_KEY, off ? '1' : '0');
  } catch {
    // Without storage the choice lasts until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => !off,
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"], [role="listbox"], [role="menu"]') !== null)
  );
}

/** Calls `keys[key]` when that key is pressed alone and nothing is being typed. */
export function useShortcuts(keys: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (off || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const action = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
