// The dashboard session: a bearer token in localStorage, shared by all tabs and deleted by a logout. Never a cookie.
import { useSyncExternalStore } from 'react';
import { allows, type Permission } from '../../../src/access/permission.ts';
import type { NewSession } from '../../../src/http/schemas/api-types.ts';

export type Session = NewSession;

const STORAGE_KEY = 'assay.session';
/** Why the session ended, for the other tabs: storage events carry only a key and its values. */
const REASON_KEY = 'assay.session.ended';
const EXPIRED = 'Your session has ended. Log in again to continue where you were.';
const LOGGED_OUT_ELSEWHERE = 'You logged out in another tab.';

const listeners = new Set<() => void>();
let current: Session | null = read();
/** The session has ended, but the screens stay mounted behind the login, so that nothing typed is lost. */
let locked = false;
let endReason: string | null = null;

function read(): Session | null {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Session | null;
    return stored && Date.parse(stored.expires_at) > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage can be blocked; the session then exists only in this tab and ends with a reload.
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** The token to send, or null without a session. */
export function currentToken(): string | null {
  return current === null || locked ? null : current.token;
}

export function currentSession(): Session | null {
  return locked ? null : current;
}

/** Why the last session ended, for the login page, or null. */
export function sessionEndReason(): string | null {
  return endReason;
}

function start(session: Session): void {
  current = session;
  locked = false;
  endReason = null;
  notify();
}

export function beginSession(session: Session): void {
  write(REASON_KEY, null);
  write(STORAGE_KEY, JSON.stringify(session));
  start(session);
}

/** Ends the session without a logout: the login covers the screens until the same member logs in again. */
function lock(): void {
  if (current === null) return;
  current = { ...current, token: '' };
  locked = true;
  endReason = EXPIRED;
  notify();
}

/** Called when the service rejected `token`: a late answer to an older token must not end a newer session. */
export function expireSession(token: string): void {
  if (currentToken() !== token) return;
  // Another tab may have logged in again already.
  const shared = read();
  if (shared !== null && shared.token !== token) {
    start(shared);
    return;
  }
  write(REASON_KEY, 'expired');
  write(STORAGE_KEY, null);
  lock();
}

/** Discards the session and its token in all tabs. */
export function endSession(reason: string | null): void {
  current = null;
  locked = false;
  endReason = reason;
  write(REASON_KEY, 'logout');
  write(STORAGE_KEY, null);
  notify();
}

/**
 * Follows the other tabs: a login, a logout, or a session that the service ended. `forget` discards what was read for the
 * member who is no longer logged in; `refresh` repeats the reads that failed after the session ended.
 */
export function followOtherTabs(forget: () => void, refresh: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    // The key is null after `localStorage.clear()`.
    if (key !== STORAGE_KEY && key !== null) return;
    const shared = read();
    if (shared !== null) {
      if (current?.user.id !== shared.user.id) forget();
      start(shared);
      refresh();
    } else if (localStorage.getItem(REASON_KEY) === 'expired') lock();
    else if (current !== null) {
      current = null;
      locked = false;
      endReason = LOGGED_OUT_ELSEWHERE;
      forget();
      notify();
    }
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this browser, or null. While the login covers the screens, it is the last one without its token. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, () => current);
}

/** Whether the session has ended and the login must cover the screens. */
export function useSessionLocked(): boolean {
  return useSyncExternalStore(subscribe, () => locked);
}

/** Whether the member's role allows this. The service enforces it; the dashboard only hides what it would reject. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session !== null && allows(session.user.role, permission);
}
