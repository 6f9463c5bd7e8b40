// Bundles a program of this checkout with the sources of another one.
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Returns the path of the bundle, inside `checkout`, where Node finds its packages. The relative imports of `program`, a path in this
 * checkout, lead to the files of `checkout`. Compiled by `tsx` instead, each function that another function creates would cost a call
 * to name it, which the built service does not make: 2 % of the CPU of an event, and more where a change creates functions.
 */
export async function bundleCheckout(program: string, checkout: string): Promise<string> {
  const outfile = join(checkout, '.tmp/bench', basename(program, '.ts'), 'main.mjs');
  await build({
    absWorkingDir: checkout,
    stdin: {
      contents: readFileSync(program, 'utf8'),
      loader: 'ts',
      resolveDir: join(checkout, relative(ROOT, dirname(program))),
    },
    // Programs among the sources start only if they are the main program, which is the bundle.
    define: { 'import.meta.filename': '""' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outfile,
    logLevel: 'silent',
  });
  return outfile;
}
