// The places of the page's own origin where an id can live. Each may be blocked, emptied or missing without the others.

export interface Store {
  /** The stored text or null. May throw or reject where the store is blocked. */
  read(key: string): string | null | Promise<string | null>;
  write(key: string, value: string): void | Promise<void>;
  remove(key: string): void | Promise<void>;
}

export const localStore: Store = {
  read: (key) => localStorage.getItem(key),
  write: (key, value) => localStorage.setItem(key, value),
  remove: (key) => localStorage.removeItem(key),
};

/** A cookie of the page's own site; `domain` widens it to the site's other hosts. Browsers cut its life to 400 days. */
export function cookieStore(domain?: string): Store {
  const set = (key: string, value: string, seconds: number) => {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    const scope = domain ? `; Domain=${domain}` : '';
    // The Cookie Store API would wait, and is missing in half of the browsers.
    // biome-ignore lint/suspicious/noDocumentCookie: the one way to set a cookie that every browser has
    document.cookie = `${key}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${scope}${secure}`;
  };
  return {
    read: (key) =>
      document.cookie
        .split('; ')
        .find((pair) => pair.startsWith(`${key}=`))
        ?.slice(key.length + 1) ?? null,
    write: (key, value) => {
      set(key, value, 400 * 24 * 3600);
      // A browser that refuses cookies swallows them without a word.
      if (!document.cookie.includes(value)) throw new Error('refused');
    },
    remove: (key) => set(key, '', 0),
  };
}

const DATABASE = 'assay';
const TABLE = 'ids';

/** IndexedDB survives a clearing of cookies in browsers that part "cookies" from "site data". */
export const databaseStore: Store = {
  read: async (key) => ((await inDatabase('readonly', (table) => table.get(key))) as string | undefined) ?? null,
  write: async (key, value) => void (await inDatabase('readwrite', (table) => table.put(value, key))),
  remove: async (key) => void (await inDatabase('readwrite', (table) => table.delete(key))),
};

function inDatabase(mode: IDBTransactionMode, act: (table: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
    opening.onerror = opening.onblocked = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(TABLE, mode);
      const request = act(transaction.objectStore(TABLE));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}
