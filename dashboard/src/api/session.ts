// The dashboard session: a bearer token in memory and sessionStorage, deleted when the tab closes. Never a cookie.
import { useSyncExternalStore } from 'react';
import { allows, type Permission } from '../../../src/access/permission.ts';
import type { NewSession } from '../../../src/http/schemas/api-types.ts';

export type Session = NewSession;

const STORAGE_KEY = 'assay.session';
const listeners = new Set<() => void>();
let current: Session | null = read();
let endReason: string | null = null;

function read(): Session | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Session | null;
    return stored && Date.parse(stored.expires_at) > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

export function currentSession(): Session | null {
  return current;
}

/** Why the last session ended, for the login page, or null. */
export function sessionEndReason(): string | null {
  return endReason;
}

export function beginSession(session: Session): void {
  current = session;
  endReason = null;
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  } catch {
    // Storage can be blocked; the session is then only in memory and ends with a reload.
  }
  notify();
}

export function endSession(reason: string | null): void {
  current = null;
  endReason = reason;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing was stored.
  }
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this tab, or null; re-renders when it begins or ends. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession);
}

/** Whether the member's role allows this. The service enforces it; the dashboard only hides what it would reject. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session !== null && allows(session.user.role, permission);
}
