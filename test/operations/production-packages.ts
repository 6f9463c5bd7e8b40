// The production packages of the lockfile, and a folder of links to them: what npm installs without development packages.
import { mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../cli/run-cli.ts';

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

/** The paths of the production packages, such as `node_modules/fastify`; nested packages are not listed. */
export function productionPackages(): string[] {
  return Object.entries<{ dev?: boolean }>(lock.packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && dev !== true)
    .map(([path]) => path);
}

/** Links the production packages into `folder/node_modules`, except those of other platforms. */
export function linkProductionPackages(folder: string): void {
  for (const path of productionPackages()) {
    let source: string;
    try {
      source = realpathSync(join(ROOT, path));
    } catch {
      continue;
    }
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(source, join(folder, path));
  }
}
