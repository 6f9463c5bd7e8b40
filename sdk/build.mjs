// Builds the SDK: the package in sdk/dist, and the files that the service serves in dist/sdk and dist/demo.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const SDK = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(SDK);

/** Browsers since fall 2021; the sources feature-detect newer APIs before they use them. */
const TARGET = ['chrome91', 'edge91', 'firefox90', 'safari15'];

/**
 * Removes unused code from BotD, which makes the script a sixth smaller. BotD lists its checks in two tables, so bundlers
 * include even those that `automation.ts` does not use, and its error texts are never displayed. If a new version of BotD
 * no longer contains the expected lines, the build fails.
 */
const trimBotd = {
  name: 'trim-botd',
  setup(builder) {
    builder.onLoad({ filter: /botd\.esm\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const row of UNUSED_BOTD_ROWS) {
        if (contents.split(row).length !== 2) throw new Error(`BotD has changed: expected exactly one row ${row}`);
        contents = contents.replace(row, '');
      }
      const lengthBefore = contents.length;
      contents = contents.replace(/(throw new BotdError\(-\d [^,]*), [^;]*\);/g, "$1, '');");
      if (contents.length === lengthBefore) throw new Error('BotD has changed: its error texts were not found');
      return { contents, loader: 'js' };
    });
  },
};
/** Complete lines of these tables, for the checks that `automation.ts` lists and explains. */
const UNUSED_BOTD_ROWS = [
  'android: isAndroid',
  'documentFocus: getDocumentFocus',
  'windowSize: getWindowSize',
  'process: getProcess',
  'detectProcess',
  'detectWindowSize',
  'appVersion: getAppVersion',
  'rtt: getRTT',
  'pluginsLength: getPluginsLength',
  'errorTrace: getErrorTrace',
  'windowExternal: getWindowExternal',
  'webGL: getWebGL',
  'languages: getLanguages',
  'documentElementKeys: getDocumentElementKeys',
  'functionBind: getFunctionBind',
  'distinctiveProps: checkDistinctiveProperties',
  'detectAppVersion',
  'detectDocumentAttributes',
  'detectErrorTrace',
  'detectFunctionBind',
  'detectLanguagesLengthInconsistency',
  'detectPluginsLengthInconsistency',
  'detectWebGL',
  'detectWindowExternal',
  'detectDistinctiveProperties',
].map((row) => `    ${row},\n`);

const { version } = JSON.parse(await readFile(join(SDK, 'package.json'), 'utf8'));
const COMMON = {
  bundle: true,
  minify: true,
  target: TARGET,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

/** Builds `index.js` to import and `assay.js` for a script tag, and copies the licenses of the bundled code. */
async function buildScripts(folder) {
  await mkdir(folder, { recursive: true });
  const options = {
    ...COMMON,
    plugins: [trimBotd],
    banner: { js: `/*! Assay ${version}, Apache-2.0; with BotD, MIT: licenses.txt */` },
  };
  await Promise.all([
    build({ ...options, entryPoints: [join(SDK, 'src/index.ts')], format: 'esm', outfile: join(folder, 'index.js') }),
    build({
      ...options,
      entryPoints: [join(SDK, 'src/script-tag.ts')],
      format: 'iife',
      outfile: join(folder, 'assay.js'),
    }),
    copyFile(require.resolve('@fingerprintjs/botd/LICENSE'), join(folder, 'licenses.txt')),
  ]);
}

/** Builds the complete package, including types. */
async function buildPackage(folder) {
  await rm(folder, { recursive: true, force: true });
  await buildScripts(folder);
  const compiler = require.resolve('typescript/bin/tsc');
  const config = ['-p', join(SDK, 'tsconfig.build.json'), '--outDir', folder];
  execFileSync(process.execPath, [compiler, ...config], { stdio: 'inherit' });
  // The compiler leaves ".ts" in the imports of declarations, which is an error before TypeScript 5.
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const declarations = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), declarations.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}

/** Builds what the service serves: `folder/sdk` and `folder/demo`. A running service has either the old or the new files. */
async function buildServed(folder) {
  await mkdir(folder, { recursive: true });
  const fresh = await mkdtemp(join(folder, '.sdk-'));
  await buildScripts(fresh);
  const script = await readFile(join(fresh, 'assay.js'));
  // The content at the URL with the hash never changes, so it can be cached forever and pinned by its integrity value.
  const name = `assay.${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  const manifest = { version, path: `/sdk/${name}`, integrity, bytes: script.length };
  await rm(join(fresh, 'index.js'));
  await rename(join(fresh, 'assay.js'), join(fresh, 'v1.js'));
  await writeFile(join(fresh, name), script);
  await writeFile(join(fresh, 'v1.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await replace(fresh, join(folder, 'sdk'));

  const demo = await mkdtemp(join(folder, '.demo-'));
  await build({ ...COMMON, entryPoints: [join(SDK, 'demo/shop.ts')], format: 'iife', outfile: join(demo, 'shop.js') });
  for (const file of ['index.html', 'shop.css', 'icon.svg']) await copyFile(join(SDK, 'demo', file), join(demo, file));
  await replace(demo, join(folder, 'demo'));
}

/** Compresses the files of a finished folder and moves it to `target`. mkdtemp makes folders private, hence the chmod. */
async function replace(fresh, target) {
  for (const file of await readdir(fresh)) {
    const content = await readFile(join(fresh, file));
    await writeFile(join(fresh, `${file}.br`), brotliCompressSync(content));
    await writeFile(join(fresh, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
  await chmod(fresh, 0o755);
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target).catch(async (error) => {
    // A concurrent build has moved the same files there.
    if (error.code !== 'ENOTEMPTY') throw error;
    await rm(fresh, { recursive: true });
  });
}

// `node sdk/build.mjs [FOLDER [--types]]`: with a FOLDER everything goes below it, and only --types adds the types.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, types] = process.argv.slice(2);
  if (folder && !types) await buildScripts(join(folder, 'package'));
  else await buildPackage(folder ? join(folder, 'package') : join(SDK, 'dist'));
  await buildServed(folder ?? join(ROOT, 'dist'));
}
