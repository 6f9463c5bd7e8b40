// The version of this program, from its package.json, the only place where it is written.
import { readFileSync } from 'node:fs';

/** The package finds itself by its name, both from the sources and from a bundle. */
const MANIFEST = new URL(import.meta.resolve('assay/package.json'));
const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string };

/** Semantic version, such as `0.1.0`. */
export const VERSION = version;
