// Runs a built entry point in this very process, after the build has been brought up to date.
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

/** `entry` is relative to the repository; `parts` names what it needs built (default: everything). */
export async function runBuilt(entry, parts) {
  try {
    await build(parts);
  } catch (error) {
    console.error(`assay: ${error.message}`);
    process.exit(1);
  }
  process.setSourceMapsEnabled(true);
  const file = new URL(`../${entry}`, import.meta.url);
  // The entry point sees itself as the program that was started.
  process.argv[1] = fileURLToPath(file);
  await import(file.href);
}
