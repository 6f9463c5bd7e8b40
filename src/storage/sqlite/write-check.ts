// Checks whether the database accepts writes, for `/readyz`: after a failed commit, until a write succeeds again.
import { dirname } from 'node:path';
import { Failure } from '../../vocabulary/failure.ts';
import { freeBytes } from '../free-bytes.ts';
import { FILE_TOO_LARGE, reasonOf, type SqliteConnection, sqliteCode } from './connection.ts';
import { isDiskFull, isFileTooLarge } from './disk-full.ts';
import type { GroupCommit } from './group-commit.ts';

const READ_ONLY = 8;
/** Below this, a commit of several events may fail where the small write of a check still fits: readiness would flap. */
const MIN_FREE_BYTES = 8 * 1024 * 1024;
const MIB = 1024 ** 2;

/**
 * Returns a function that throws `Failure('unavailable')` once a commit has failed. It then writes itself, so that readiness returns
 * although a load balancer no longer sends events. While commits succeed, it costs nothing.
 */
export function writeCheck(
  commits: GroupCommit,
  writer: SqliteConnection,
  path: string,
  free = freeBytes,
): () => Promise<void> {
  return async () => {
    const { failure } = commits;
    if (failure === null) return;
    if (isFull(failure) && (await free(dirname(path))) < MIN_FREE_BYTES) {
      throw named('storage_full', `the disk has less than ${MIN_FREE_BYTES / MIB} MiB left`, failure);
    }
    if (isFileTooLarge((failure as Error).cause) && !(await commits.canStartLogOver())) {
      // The small write of a check would fit into what is left of the log.
      throw named('storage_full', FILE_TOO_LARGE, failure);
    }
    try {
      // Already zero, see `dropChecksum`; the write still changes the first page of the file.
      await commits.run(async () => writer.exec('PRAGMA user_version = 0'));
    } catch (error) {
      if (isFull(error)) throw named('storage_full', reasonOf((error as Error).cause) ?? 'the disk is full', error);
      if (sqliteCode((error as Error).cause) === READ_ONLY) {
        throw named('storage_read_only', 'the database is read-only', error);
      }
      throw error;
    }
    commits.failure = null;
  };
}

/** Whether a failure, or the error that it wraps, means a full disk. */
function isFull(failure: unknown): boolean {
  return isDiskFull((failure as Error).cause);
}

function named(code: 'storage_full' | 'storage_read_only', reason: string, cause: unknown): Failure {
  return new Failure('unavailable', code, `storage takes no writes: ${reason}`, { retryAfter: 1, cause });
}
