// The dashboard session: a bearer token in memory and sessionStorage, gone when the tab is closed. Never a cookie.
import { useSyncExternalStore } from 'react';
import { allows, type Permission } from '../../../src/access/permission.ts';
import type { Role } from '../../../src/vocabulary/words.ts';

export interface SessionUser {
  id: string;
  email: string;
  role: Role;
}

export interface Session {
  token: string;
  expires_at: string;
  user: SessionUser;
}

const STORAGE_KEY = 'assay.session';
const listeners = new Set<() => void>();
let current: Session | null = read();
let endedBecause: string | null = null;

function read(): Session | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Session | null;
    return stored && Date.parse(stored.expires_at) > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

function announce(): void {
  for (const listener of listeners) listener();
}

export function currentSession(): Session | null {
  return current;
}

/** Why the last session ended, for the log-in page, or null. */
export function sessionEndReason(): string | null {
  return endedBecause;
}

export function beginSession(session: Session): void {
  current = session;
  endedBecause = null;
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  } catch {
    // Storage can be blocked; the session then lives in memory and ends with a reload.
  }
  announce();
}

export function endSession(reason: string | null): void {
  current = null;
  endedBecause = reason;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing was stored.
  }
  announce();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this tab, or null; re-renders when it begins or ends. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession);
}

/** Whether the member's role allows this. The service decides; this only hides what it would refuse. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session !== null && allows(session.user.role, permission);
}
