// Exits with a clear message on a Node version that is too old. Import it before any file with newer syntax.
import { readFileSync } from 'node:fs';

/** Exits with status 1 and a message when this Node is older than package.json's `engines.node`. */
export function requireSupportedNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const [major, minor] = /(\d+)\.(\d+)/.exec(engines.node).slice(1).map(Number);
  const [currentMajor, currentMinor] = process.versions.node.split('.').map(Number);
  if (currentMajor > major || (currentMajor === major && currentMinor >= minor)) return;
  console.error(`Assay needs Node ${engines.node}; this is ${process.versions.node} (${process.execPath}).`);
  process.exit(1);
}
