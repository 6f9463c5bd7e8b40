// Brings the build up to date, then runs a built entry point in this process.
import { fileURLToPath } from 'node:url';
import { importProgram, reasonNotLoaded } from '../bin/import-program.mjs';
import { build } from './build.mjs';

/** `entry` is relative to the repository; `parts` are the parts it needs (default: all). */
export async function runBuilt(entry, parts) {
  try {
    await build(parts);
  } catch (error) {
    console.error(`assay: ${reasonNotLoaded(error) ?? error.message}`);
    process.exit(1);
  }
  process.setSourceMapsEnabled(true);
  const file = new URL(`../${entry}`, import.meta.url);
  // Makes the entry point the main program.
  process.argv[1] = fileURLToPath(file);
  await importProgram(file.href);
}
