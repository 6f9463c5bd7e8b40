// `npm run assay`: builds the server if it is missing or stale (reported on standard error only), then runs the command line.
import { resolve } from 'node:path';
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { runBuilt } = await import('./run-built.mjs');

// npm runs scripts in the package's folder. File arguments are relative to the caller's folder, DATA_DIR to the package's.
const { npm_lifecycle_event: script, INIT_CWD: callersFolder, DATA_DIR = 'data' } = process.env;
if (script === 'assay' && callersFolder) {
  process.env.DATA_DIR = resolve(DATA_DIR);
  process.chdir(callersFolder);
}
await runBuilt('dist/cli/main.js', ['server']);
