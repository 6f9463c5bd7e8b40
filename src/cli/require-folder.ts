// Checks the folder that a command will write a file to.
import { statSync } from 'node:fs';
import { UsageError } from './output.ts';

/** @throws UsageError when there is no such folder. */
export function requireFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`the folder ${folder} does not exist`);
  if (!found.isDirectory()) throw new UsageError(`${folder} is not a folder`);
}
