// Asserts that no key, token or webhook secret appears in plain text in the logs, databases and files that tests leave.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type DatabaseLocation, openTables } from '../bench/seed/tables.ts';

/** API keys, session and link tokens and webhook secrets, as `access/credential.ts` formats them; also valid in POSIX. */
const SECRET =
  '(pub|sec)_(test|live)_[0-9a-hjkmnp-tv-z]{32}|(dash|inv)_[0-9a-hjkmnp-tv-z]{58}|whsec_[0-9a-hjkmnp-tv-z]{52}';

/** @throws AssertionError naming the location of a secret, and only its first characters. */
export function assertNoPlainSecrets(where: string, text: string): void {
  const found = new RegExp(SECRET).exec(text)?.[0];
  assert.equal(found?.slice(0, 12), undefined, `a plain-text secret appears in ${where}`);
}

/** Checks every row of every table, and for SQLite every byte of its files. */
export async function assertNoPlainSecretsAt(location: DatabaseLocation): Promise<void> {
  if (location.engine === 'sqlite') {
    const [folder, name] = [dirname(location.path), basename(location.path)];
    for (const file of readdirSync(folder).filter((file) => file.startsWith(name))) {
      assertNoPlainSecrets(file, readFileSync(join(folder, file), 'latin1'));
    }
    return;
  }
  const tables = await openTables(location);
  try {
    const names = await tables.all(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
    assert.ok(names.length > 20, 'the tables exist');
    for (const { name } of names) {
      const rows = await tables.all(`SELECT left(t::text, 40) AS beginning FROM ${name} t WHERE t::text ~ '${SECRET}'`);
      assert.deepEqual(rows, [], `a plain-text secret appears in ${name}`);
    }
  } finally {
    await tables.close();
  }
}
