// The version of this program, from its package.json: the only place where it is written.
import { readFileSync } from 'node:fs';

/** The folder is one level above this file both in `src` and in `dist`. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Semantic version, such as `0.1.0`. */
export const VERSION = version;
