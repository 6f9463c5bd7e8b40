// Single-key shortcuts: inactive while typing, and can be turned off (WCAG 2.1.4).
import { useEffect, useRef, useSyncExternalStore } from 'react';

const DISABLED_KEY = 'assay.shortcuts.off';
const listeners = new Set<() => void>();
let disabled = readDisabled();

function readDisabled(): boolean {
  try {
    return localStorage.getItem(DISABLED_KEY) === '1';
  } catch {
    return false;
  }
}

export function setShortcutsEnabled(enabled: boolean): void {
  disabled = !enabled;
  try {
    localStorage.setItem(DISABLED_KEY, disabled ? '1' : '0');
  } catch {
    // Without storage, the setting lasts until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => !disabled,
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"], [role="listbox"], [role="menu"]') !== null)
  );
}

/** Calls `keys[key]` when that key is pressed without modifiers outside a text field. */
export function useShortcuts(keys: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (disabled || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const action = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
