// Finds out for `assay doctor` whether commits wait for a synchronous standby that is gone.
import { Failure } from '../../vocabulary/failure.ts';
import { commitCheck } from './commit-check.ts';
import { DEADLINE_MS } from './deadline.ts';
import { closePool, openPool } from './pool.ts';
import { pooled } from './pooled-reader.ts';

/** What commits wait for, or null. One connection commits, the other one sees what it waits for. */
export async function unconfirmedCommits(url: string): Promise<string | null> {
  const pool = openPool({ url, size: 2, plans: 'ordered' });
  try {
    await commitCheck([pool], pooled(pool, DEADLINE_MS), DEADLINE_MS)();
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  } finally {
    await closePool(pool);
  }
}
