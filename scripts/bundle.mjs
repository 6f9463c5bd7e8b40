// The bundler for programs that run in Node: what the service and the tests share of its settings.
import { build, stop } from 'esbuild';

/** Bundles what `options` name into modules that share their chunks, and returns esbuild's description of the files. */
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
  // esbuild would run, with all files in memory, as long as this process, which becomes the service or waits for the tests.
  await stop();
  return metafile;
}
