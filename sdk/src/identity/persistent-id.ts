// The id of this browser: stored in several stores and restored wherever it was lost.
import type { Store } from './stores.ts';
import { isToken, newToken } from './token.ts';

export const ID_KEY = 'assay_id';

/** A store that takes longer counts as empty: a database blocked by an old tab may never respond. */
const STORE_TIMEOUT_MS = 300;

/**
 * Returns the id, created if no store has one, and writes it to every store that lacks it. Returns undefined if no store
 * accepts it: an id that changes on every page would only create devices. `given` comes from elsewhere, such as a
 * server's cookie, and takes precedence over all stores. Never rejects.
 */
export async function persistentId(stores: readonly Store[], given?: string): Promise<string | undefined> {
  const stored = await Promise.all(stores.map(read));
  const id = given ?? mostCommon(stored.filter(isToken)) ?? (await readAgain(stores)) ?? newToken();
  const written = await Promise.all(
    // Written on every visit, because a cookie expires relative to its last write.
    stores.map((store, index) => quietly(() => store.write(ID_KEY, id)).then((done) => done || stored[index] === id)),
  );
  return given ?? (written.includes(true) ? id : undefined);
}

/** Removes the id from every store. */
export async function removeId(stores: readonly Store[]): Promise<void> {
  await Promise.all(stores.map((store) => quietly(() => store.remove(ID_KEY))));
}

/** When two tabs open at once, both may find no id; a second read lets the slower tab find the id of the faster one. */
async function readAgain(stores: readonly Store[]): Promise<string | undefined> {
  const [first] = stores;
  const id = first && (await read(first));
  return isToken(id) ? id : undefined;
}

async function read(store: Store): Promise<string | null> {
  let value: string | null = null;
  await quietly(async () => {
    value = await store.read(ID_KEY);
  });
  return value;
}

/** After a profile is restored, the stores may disagree: returns the most frequent id, or the first of several equally frequent ones. */
function mostCommon(ids: readonly string[]): string | undefined {
  const votes = (id: string) => ids.filter((other) => other === id).length;
  return [...ids].sort((one, other) => votes(other) - votes(one))[0];
}

/** Runs an action and returns whether it succeeded in time. Never rejects. */
function quietly(action: () => void | Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, STORE_TIMEOUT_MS, false);
    const end = (done: boolean) => {
      clearTimeout(timer);
      resolve(done);
    };
    (async () => action())().then(
      () => end(true),
      () => end(false),
    );
  });
}
