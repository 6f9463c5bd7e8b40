// `npm start`: builds missing or stale parts, then runs the service in the same process, so that signals and exit codes are its own.
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { runBuilt } = await import('./run-built.mjs');
await runBuilt('dist/main.js');
