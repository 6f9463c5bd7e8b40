// No key, token or webhook secret stands in plain text in what tests leave behind: their logs, databases and files.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openTables, type Place } from '../bench/seed/tables.ts';

/** Keys, session tokens, tokens of links and webhook secrets, as `access/credential.ts` writes them; POSIX knows it too. */
const FORM =
  '(pub|sec)_(test|live)_[0-9a-hjkmnp-tv-z]{32}|(dash|inv)_[0-9a-hjkmnp-tv-z]{58}|whsec_[0-9a-hjkmnp-tv-z]{52}';

/** @throws AssertionError naming where a secret stands, and only its beginning. */
export function assertNoPlainSecrets(where: string, text: string): void {
  const found = new RegExp(FORM).exec(text)?.[0];
  assert.equal(found?.slice(0, 12), undefined, `a plain secret stands in ${where}`);
}

/** The same for every row of every table, and for SQLite every byte of its files. */
export async function assertNoPlainSecretsAt(place: Place): Promise<void> {
  if (place.engine === 'sqlite') {
    const [folder, name] = [dirname(place.path), basename(place.path)];
    for (const file of readdirSync(folder).filter((one) => one.startsWith(name))) {
      assertNoPlainSecrets(file, readFileSync(join(folder, file), 'latin1'));
    }
    return;
  }
  const tables = await openTables(place);
  try {
    const names = await tables.all(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
    assert.ok(names.length > 20, 'the tables are there');
    for (const { name } of names) {
      const rows = await tables.all(`SELECT left(t::text, 40) AS beginning FROM ${name} t WHERE t::text ~ '${FORM}'`);
      assert.deepEqual(rows, [], `a plain secret stands in ${name}`);
    }
  } finally {
    await tables.close();
  }
}
