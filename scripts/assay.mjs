// npm run assay: builds the server when it is missing or stale (said on standard error alone), then runs the command line.
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { runBuilt } = await import('./run-built.mjs');
await runBuilt('dist/cli/main.js', ['server']);
