// npm run assay: builds the server when it is missing or stale (said on standard error alone), then runs the command line.
import { resolve } from 'node:path';
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { runBuilt } = await import('./run-built.mjs');

// npm runs scripts in the package's folder. Files are named from where the caller stands, the data folder from here.
const { npm_lifecycle_event: script, INIT_CWD: callersFolder, DATA_DIR = 'data' } = process.env;
if (script === 'assay' && callersFolder) {
  process.env.DATA_DIR = resolve(DATA_DIR);
  process.chdir(callersFolder);
}
await runBuilt('dist/cli/main.js', ['server']);
