// Pages through a list to its end and back again to its beginning, and says what was shown, in the order it was shown.
import assert from 'node:assert/strict';
import type { TestServer } from '../http/test-server.ts';

export interface PagedKeys {
  /** From the first page on, by `next`. */
  older: string[];
  /** From the last page on, by `prev`. */
  newer: string[];
  pages: number;
}

/** `keyOf` names an item. `turn` is called before each page: the moment for something to arrive. */
export async function pageBothWays(
  server: TestServer,
  path: string,
  keyOf: (item: Record<string, unknown>) => string,
  turn: () => Promise<void>,
): Promise<PagedKeys> {
  const shown: PagedKeys = { older: [], newer: [], pages: 0 };
  const read = async (url: string) => {
    await turn();
    const answer = await server.ask({ url, headers: { authorization: `Bearer ${server.keys.test.secret}` } });
    assert.equal(answer.statusCode, 200, answer.body);
    shown.pages += 1;
    const { data, links } = answer.json() as {
      data: Record<string, unknown>[];
      links: { next: string | null; prev: string | null };
    };
    return { keys: data.map(keyOf), links };
  };
  let page = await read(path);
  shown.older.push(...page.keys);
  while (page.links.next !== null) {
    page = await read(page.links.next);
    shown.older.push(...page.keys);
  }
  shown.newer.push(...page.keys.toReversed());
  while (page.links.prev !== null) {
    page = await read(page.links.prev);
    shown.newer.push(...page.keys.toReversed());
  }
  return shown;
}

/** None twice, and none lost of those that were there before. */
export function assertComplete(shown: readonly string[], existed: readonly string[], label: string): void {
  const seen = new Set(shown);
  assert.equal(seen.size, shown.length, `${label}: ${shown.length - seen.size} were shown twice`);
  const lost = existed.filter((key) => !seen.has(key));
  assert.equal(lost.length, 0, `${label}: ${lost.length} were lost, such as ${lost[0]}`);
}
