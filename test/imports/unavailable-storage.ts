// Storage that is unavailable to an import for a moment, and what the import says while it waits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Waiting } from '../../src/flows/imports/while-unavailable.ts';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { TEST_DEADLINE_MS } from '../engines.ts';
import { freshDatabase } from '../postgres.ts';
import { relayTo } from '../storage/commit-relay.ts';

/** Three waits. `onWait` gets the number of each. `failures` names the failures before them. */
export function recordWaits(onWait: (wait: number) => void): { failures: string[]; waiting: Waiting } {
  const failures: string[] = [];
  const waiting: Waiting = {
    stopped: () => false,
    waits: [1, 2, 3],
    onWait: ({ kind }, ms) => {
      failures.push(`${kind} ${ms}`);
      onWait(failures.length);
    },
  };
  return { failures, waiting };
}

/** A SQLite store that waits for the write lock for hardly any time, and another process's connection that can take it. */
export async function onSharedSqlite(
  run: (store: Store, other: InstanceType<typeof DatabaseSync>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-import-'));
  const path = join(folder, 'assay.db');
  const store = await openSqlite({ path, lockWaitMs: 1 });
  const other = new DatabaseSync(path);
  try {
    await run(store, other);
  } finally {
    other.close();
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

/** A PostgreSQL store whose server can be gone before it confirms a commit. */
export async function onRelayedPostgres(
  run: (store: Store, relay: Awaited<ReturnType<typeof relayTo>>) => Promise<void>,
): Promise<void> {
  const database = await freshDatabase();
  const relay = await relayTo(database.url);
  const store = await openPostgres({ url: relay.url, deadlineMs: TEST_DEADLINE_MS });
  try {
    await run(store, relay);
  } finally {
    await store.close();
    relay.close();
    await database.drop();
  }
}
