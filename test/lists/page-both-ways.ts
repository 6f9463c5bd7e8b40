// Pages through a list to its end and back to its start, and returns the keys in the order of reading.
import assert from 'node:assert/strict';
import type { TestServer } from '../http/test-server.ts';

export interface PagedKeys {
  /** From the first page, following `next`. */
  older: string[];
  /** From the last page, following `prev`. */
  newer: string[];
  pages: number;
}

/** More than any list of the tests has, both ways. */
const MAX_PAGES = 1_000;

/**
 * `keyOf` returns the key of an item. `beforePage` runs before each page, so that rows can arrive in between. Fails if the list has not
 * ended after `maxPages`.
 */
export async function pageBothWays(
  server: TestServer,
  path: string,
  keyOf: (item: Record<string, unknown>) => string,
  beforePage: () => Promise<void>,
  maxPages = MAX_PAGES,
): Promise<PagedKeys> {
  const keys: PagedKeys = { older: [], newer: [], pages: 0 };
  const read = async (url: string) => {
    await beforePage();
    const response = await server.request({ url, headers: { authorization: `Bearer ${server.keys.test.secret}` } });
    assert.equal(response.statusCode, 200, response.body);
    keys.pages += 1;
    assert.ok(keys.pages < maxPages, `${path} does not end`);
    const { data, links } = response.json() as {
      data: Record<string, unknown>[];
      links: { next: string | null; prev: string | null };
    };
    return { keys: data.map(keyOf), links };
  };
  let page = await read(path);
  keys.older.push(...page.keys);
  while (page.links.next !== null) {
    page = await read(page.links.next);
    keys.older.push(...page.keys);
  }
  keys.newer.push(...page.keys.toReversed());
  while (page.links.prev !== null) {
    page = await read(page.links.prev);
    keys.newer.push(...page.keys.toReversed());
  }
  return keys;
}

/** Asserts that no key is repeated and that none of those that existed before is missing. */
export function assertComplete(keys: readonly string[], existed: readonly string[], label: string): void {
  const seen = new Set(keys);
  assert.equal(seen.size, keys.length, `${label}: ${keys.length - seen.size} were returned twice`);
  const missing = existed.filter((key) => !seen.has(key));
  assert.equal(missing.length, 0, `${label}: ${missing.length} are missing, such as ${missing[0]}`);
}
