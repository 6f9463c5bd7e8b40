// Runs the storage contract on SQLite: in a file, and in memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { storageContract } from './contract/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-sqlite-'));
const path = join(folder, 'assay.db');
let store = await openSqlite({ path });

storageContract({
  name: 'SQLite, a file',
  store,
  openSecondStore: null,
  async reopen() {
    await store.close();
    store = await openSqlite({ path });
    return store;
  },
  async console(sql) {
    const database = new DatabaseSync(path);
    try {
      return database.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  },
  async close() {
    await store.close();
    rmSync(folder, { recursive: true });
  },
});

const inMemory = await openSqlite({ path: ':memory:' });
storageContract({
  name: 'SQLite in memory',
  store: inMemory,
  openSecondStore: null,
  reopen: null,
  console: null,
  close: () => inMemory.close(),
});
