// Tests that events are found by fingerprint through indexes only: a scan of a million events takes more than a second.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import { PARTITIONS } from '../../vocabulary/windows.ts';
import { EMPTY, type Sql, sql } from '../sql.ts';
import { openSqlite } from '../sqlite/open.ts';
import { eventsOfFingerprint } from './events-of-fingerprint.ts';

test('each range of a fingerprint is a search of its index, already in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-fingerprint-'));
  try {
    const path = join(folder, 'assay.db');
    await (await openSqlite({ path })).close();
    const database = new DatabaseSync(path);
    const plan = (condition: Sql, order: 'ASC' | 'DESC') =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${eventsOfFingerprint(condition, order).rows.text}`)
        .all()
        .map((row) => String((row as { detail: unknown }).detail));
    for (const details of [plan(EMPTY, 'DESC'), plan(sql`AND f.at >= ? AND f.at <= ?`, 'ASC')]) {
      const reads = details.filter((detail) => /^(?:SCAN|SEARCH) f\b/.test(detail));
      const indexes = reads.map((detail) => /^SEARCH f USING INDEX (\w+)/.exec(detail)?.[1]);
      const window = 'events_window_fingerprint';
      assert.deepEqual(indexes, [...PARTITIONS.map(() => window), 'events_other_fingerprint'], details.join('\n'));
      assert.ok(!details.some((detail) => detail.includes('TEMP B-TREE')), details.join('\n'));
    }
    database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
