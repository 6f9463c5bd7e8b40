// The check of `assay doctor` of the disk of DATA_DIR: how many bytes, and how many files, it still takes.
import { existsSync, type StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Check } from './doctor-advice.ts';

/** With less free space (bytes), a busy service may stop within hours. */
const MIN_FREE_SPACE = 2 * 1024 ** 3;
/** A start creates five files, and a backup four. */
const MIN_FREE_FILES = 100;

type ReadDisk = (folder: string) => Promise<Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>>;

/** `read` is a parameter because a test cannot use up a disk. */
export async function diskCheck(dataDir: string, read: ReadDisk = statfs): Promise<Check> {
  if (!existsSync(dataDir)) return { name: 'disk', status: 'ok', detail: `${dataDir} will be created` };
  const { bavail, bsize, files, ffree } = await read(dataDir);
  const free = bavail * bsize;
  // Some file systems have no limit, and give 0.
  if (files > 0 && ffree < MIN_FREE_FILES) {
    const detail = `the disk of ${dataDir} takes only ${ffree} more files (inodes): without any, a start or a backup finds no space left`;
    return { name: 'disk', status: 'warning', detail };
  }
  const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free in ${dataDir}`;
  return free < MIN_FREE_SPACE
    ? { name: 'disk', status: 'warning', detail: `${detail}: the service rejects every event when the disk is full` }
    : { name: 'disk', status: 'ok', detail };
}
