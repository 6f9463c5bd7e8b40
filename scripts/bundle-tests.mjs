// Bundles test files with the sources that they import, so that a test process neither compiles nor loads 800 modules.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

/**
 * Bundles `files` into `folder`, both relative to the repository, and returns a `Map` from each file to its bundle. Bundles share
 * their chunks; packages are not bundled. The folder must be inside the repository, so that Node finds the packages.
 */
export async function bundleTests(files, folder) {
  await bundle({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: files,
    outbase: '.',
    outdir: folder,
    packages: 'external',
    jsx: 'automatic',
    plugins: [sourceLocations],
  });
  return new Map(files.map((file) => [file, join(folder, file.replace(/\.tsx?$/, '.js'))]));
}

/** Lets code find files next to its source: `import.meta` names the source instead of the bundle. */
const sourceLocations = {
  name: 'source-locations',
  setup(builder) {
    builder.onLoad({ filter: /\.(ts|tsx|mjs)$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes('import.meta.')) return null;
      const contents = source
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path));
      return { contents, loader: path.endsWith('.tsx') ? 'tsx' : 'ts' };
    });
  },
};
