#!/usr/bin/env node
// The command `assay` of the published package. It loads newer syntax only on a Node version that has it.
import { requireSupportedNode } from '../scripts/node-version.mjs';

requireSupportedNode();
const { importProgram } = await import('./import-program.mjs');
await importProgram(new URL('../dist/cli/main.js', import.meta.url).href);
