// Builds the SDK. Run as a program: the package in sdk/dist, and what the service serves in dist/sdk and dist/demo.
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

/** Browsers since autumn 2021; what is newer in the sources is looked for before it is used. */
const TARGET = ['chrome91', 'edge91', 'firefox90', 'safari15'];

/**
 * BotD keeps its checks in two tables, so a bundler keeps even those that `automation.ts` leaves out, and it carries the
 * text of errors that nobody reads. Without both the whole script is a sixth smaller. If BotD reads otherwise one day,
 * the build stops.
 */
const trimBotd = {
  name: 'trim-botd',
  setup(builder) {
    builder.onLoad({ filter: /botd\.esm\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const row of BOTD_LEFT_OUT) {
        if (contents.split(row).length !== 2) throw new Error(`BotD has changed: it has not one row ${row}`);
        contents = contents.replace(row, '');
      }
      const spoken = contents.length;
      contents = contents.replace(/(throw new BotdError\(-\d [^,]*), [^;]*\);/g, "$1, '');");
      if (contents.length === spoken) throw new Error('BotD has changed: its errors are not found');
      return { contents, loader: 'js' };
    });
  },
};
/** The rows of the tables, whole lines, for what `automation.ts` names and explains. */
const BOTD_LEFT_OUT = [
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

/** The two scripts and the license of what is in them: `index.js` to import, `assay.js` for a script tag. */
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

/** The whole package, types included. */
async function buildPackage(folder) {
  await rm(folder, { recursive: true, force: true });
  await buildScripts(folder);
  const compiler = require.resolve('typescript/bin/tsc');
  const config = ['-p', join(SDK, 'tsconfig.build.json'), '--outDir', folder];
  execFileSync(process.execPath, [compiler, ...config], { stdio: 'inherit' });
  // The compiler leaves the sources' ".ts" in the declarations; before TypeScript 5 such an import is an error.
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const declarations = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), declarations.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}

/** What the service serves: `folder/sdk` and `folder/demo`. A service that is running finds the old or the new files. */
async function buildServed(folder) {
  await mkdir(folder, { recursive: true });
  const fresh = await mkdtemp(join(folder, '.sdk-'));
  await buildScripts(fresh);
  const script = await readFile(join(fresh, 'assay.js'));
  // The address with the hash never changes its content, so it may be cached for ever and pinned by its integrity value.
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

/** Puts a finished folder, compressed once for all, in another's place. mkdtemp's are for their owner alone. */
async function replace(fresh, place) {
  for (const file of await readdir(fresh)) {
    const content = await readFile(join(fresh, file));
    await writeFile(join(fresh, `${file}.br`), brotliCompressSync(content));
    await writeFile(join(fresh, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
  await chmod(fresh, 0o755);
  await rm(place, { recursive: true, force: true });
  await rename(fresh, place).catch(async (error) => {
    // Another build put the same files there in between.
    if (error.code !== 'ENOTEMPTY') throw error;
    await rm(fresh, { recursive: true });
  });
}

/** `node sdk/build.mjs`: everything in its place. With a FOLDER: the scripts, or with --types the package, and the rest below it. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [elsewhere, types] = process.argv.slice(2);
  if (elsewhere && !types) await buildScripts(join(elsewhere, 'package'));
  else await buildPackage(elsewhere ? join(elsewhere, 'package') : join(SDK, 'dist'));
  await buildServed(elsewhere ?? join(ROOT, 'dist'));
}
