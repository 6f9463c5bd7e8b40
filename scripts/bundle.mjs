// The bundler for programs that run in Node, with the settings that the service and the tests share.
import { build, stop } from 'esbuild';

/** Bundles the entry points of `options` into modules that share chunks, and returns esbuild's description of the files. */
export async function bundle(options) {
  const { metafile } = await build({
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    ...options,
  });
  // Otherwise esbuild would run, with all files in memory, as long as this process, which becomes the service or waits for the tests.
  await stop();
  return metafile;
}
