// The first-party stores for ids. Each may be blocked, cleared or missing independently of the others.

export interface Store {
  /** Returns the stored text or null. May throw or reject if the store is blocked. */
  read(key: string): string | null | Promise<string | null>;
  write(key: string, value: string): void | Promise<void>;
  remove(key: string): void | Promise<void>;
}

export const localStore: Store = {
  read: (key) => localStorage.getItem(key),
  write: (key, value) => localStorage.setItem(key, value),
  remove: (key) => localStorage.removeItem(key),
};

/** A first-party cookie; `domain` shares it with the site's other hosts. Browsers limit cookies to 400 days. */
export function cookieStore(domain?: string): Store {
  const set = (key: string, value: string, seconds: number) => {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    const scope = domain ? `; Domain=${domain}` : '';
    // The Cookie Store API is asynchronous, and missing in half of the browsers.
    // biome-ignore lint/suspicious/noDocumentCookie: the only way to set a cookie in every browser
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
      // Browsers drop blocked cookies without an error.
      if (!document.cookie.includes(value)) throw new Error();
    },
    remove: (key) => set(key, '', 0),
  };
}

const DATABASE = 'assay';
const TABLE = 'ids';

/** IndexedDB survives clearing cookies in browsers that separate "cookies" from "site data". */
export const databaseStore: Store = {
  read: async (key) => ((await inDatabase('readonly', (table) => table.get(key))) as string | undefined) ?? null,
  write: async (key, value) => void (await inDatabase('readwrite', (table) => table.put(value, key))),
  remove: async (key) => void (await inDatabase('readwrite', (table) => table.delete(key))),
};

/** Rejects with whatever the database or its event reports: callers treat each failure as a blocked store. */
function inDatabase(mode: IDBTransactionMode, action: (table: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        const transaction = database.transaction(TABLE, mode);
        const request = action(transaction.objectStore(TABLE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = reject;
      } catch (error) {
        // The site has a database of this name without the table. Thrown here, the error would be one of the page.
        reject(error);
      }
      // The connection closes when the transaction has ended.
      database.close();
    };
  });
}
