// The session token, shared by the tabs of the site and renewed after 30 idle minutes or a logout.
import { localStore } from './stores.ts';
import { isToken, newToken } from './token.ts';

export const SESSION_KEY = 'assay_session';
const IDLE_LIMIT_MS = 30 * 60 * 1000;

/** In browsers without a store the token lives as long as the page. */
let inMemory: string | null = null;

/** Returns the token and extends it by another half hour. `now` is in ms. */
export function sessionToken(now: number): string {
  const [token, lastUse] = (readStored() ?? inMemory ?? '').split('.');
  const alive = isToken(token) && now - Number(lastUse) < IDLE_LIMIT_MS;
  const current = alive ? token : newToken();
  inMemory = `${current}.${now}`;
  try {
    void localStore.write(SESSION_KEY, inMemory);
  } catch {
    // The store is blocked or full: this page uses the copy in memory.
  }
  return current;
}

/** Ends the session: the next call of `sessionToken` creates a new token. */
export function endSession(): void {
  inMemory = null;
  try {
    void localStore.remove(SESSION_KEY);
  } catch {
    // The store is blocked, so nothing was stored either.
  }
}

function readStored(): string | null {
  try {
    return localStore.read(SESSION_KEY) as string | null;
  } catch {
    return null;
  }
}
