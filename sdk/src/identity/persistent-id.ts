// The id of this browser: kept in several stores, and put back wherever it was lost.
import type { Store } from './stores.ts';
import { isToken, newToken } from './token.ts';

export const ID_KEY = 'assay_id';

/** A store that has not answered by then counts as empty: a database held open by an old tab may never answer. */
const STORE_TIMEOUT_MS = 300;

/**
 * The id, made when no store has one, and written back to every store that lacks it; or undefined when no store keeps
 * it: an id that is another at every page would only breed devices. `given` comes from elsewhere (a server's cookie)
 * and wins over all stores. Never rejects.
 */
export async function persistentId(stores: readonly Store[], given?: string): Promise<string | undefined> {
  const kept = await Promise.all(stores.map(read));
  const id = given ?? mostCommon(kept.filter(isToken)) ?? (await readAgain(stores)) ?? newToken();
  const written = await Promise.all(
    // A cookie is written at every visit, for its life counts from the last writing.
    stores.map((store, index) => quietly(() => store.write(ID_KEY, id)).then((done) => done || kept[index] === id)),
  );
  return given ?? (written.includes(true) ? id : undefined);
}

/** Takes the id out of every store. */
export async function forgetId(stores: readonly Store[]): Promise<void> {
  await Promise.all(stores.map((store) => quietly(() => store.remove(ID_KEY))));
}

/** Two tabs that open at once each find nothing: the second to come this far finds what the first has just written. */
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

/** After a restored profile the stores may disagree: the id that most of them have; of equals the first one's. */
function mostCommon(ids: readonly string[]): string | undefined {
  const votes = (id: string) => ids.filter((other) => other === id).length;
  return [...ids].sort((one, other) => votes(other) - votes(one))[0];
}

/** Whether the act succeeded in time. */
function quietly(act: () => void | Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, STORE_TIMEOUT_MS, false);
    const end = (done: boolean) => {
      clearTimeout(timer);
      resolve(done);
    };
    (async () => act())().then(
      () => end(true),
      () => end(false),
    );
  });
}
