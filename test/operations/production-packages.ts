// The production packages of the lockfile, and a folder of links to them: what npm installs without development packages.
import { mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../cli/run-cli.ts';

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

/** Their paths, such as `node_modules/fastify`; packages inside of others are not listed. */
export function productionPackages(): string[] {
  return Object.entries<{ dev?: boolean }>(lock.packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && dev !== true)
    .map(([path]) => path);
}

/** Links them into `folder/node_modules`, without those of other platforms. */
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
