// The token of this visit, shared by the tabs of the site: a new one after half an hour of silence or a log-out.
import { localStore } from './stores.ts';
import { isToken, newToken } from './token.ts';

export const SESSION_KEY = 'assay_session';
const SILENCE_MS = 30 * 60 * 1000;

/** For browsers without a store the token lives as long as the page. */
let inMemory: string | null = null;

/** The token, renewed for another half hour. `now` is in ms. */
export function sessionToken(now: number): string {
  const [token, lastUse] = (readStored() ?? inMemory ?? '').split('.');
  const alive = isToken(token) && now - Number(lastUse) < SILENCE_MS;
  const current = alive ? token : newToken();
  inMemory = `${current}.${now}`;
  try {
    localStore.write(SESSION_KEY, inMemory);
  } catch {
    // Blocked or full: the copy in memory serves this page.
  }
  return current;
}

/** Ends the visit: the next call of `sessionToken` makes a new token. */
export function endSession(): void {
  inMemory = null;
  try {
    localStore.remove(SESSION_KEY);
  } catch {
    // Blocked: then nothing was stored either.
  }
}

function readStored(): string | null {
  try {
    return localStore.read(SESSION_KEY) as string | null;
  } catch {
    return null;
  }
}
