// Builds the SDK: the package in sdk/dist, and what the service serves in dist/sdk and dist/demo.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const SDK = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(SDK);
const PACKAGE = join(SDK, 'dist');
const SERVED = join(ROOT, 'dist', 'sdk');
const DEMO = join(ROOT, 'dist', 'demo');

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

const common = {
  bundle: true,
  minify: true,
  target: TARGET,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [trimBotd],
  banner: {
    js: `/*! Assay ${version}, Apache-2.0; with BotD, MIT: licenses.txt */`,
  },
};

for (const folder of [PACKAGE, SERVED, DEMO]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

await build({ ...common, entryPoints: [join(SDK, 'src/index.ts')], format: 'esm', outfile: join(PACKAGE, 'index.js') });
await build({
  ...common,
  entryPoints: [join(SDK, 'src/script-tag.ts')],
  format: 'iife',
  outfile: join(PACKAGE, 'assay.js'),
});
execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', join(SDK, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
await copyFile(require.resolve('@fingerprintjs/botd/LICENSE'), join(PACKAGE, 'licenses.txt'));

// The address with the hash never changes its content, so it may be cached for ever and pinned by its integrity value.
const script = await readFile(join(PACKAGE, 'assay.js'));
const name = `assay.${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
await writeFile(join(SERVED, 'v1.js'), script);
await writeFile(join(SERVED, name), script);
await copyFile(join(PACKAGE, 'licenses.txt'), join(SERVED, 'licenses.txt'));
await writeFile(
  join(SERVED, 'v1.json'),
  `${JSON.stringify({ version, path: `/sdk/${name}`, integrity, bytes: script.length }, null, 2)}\n`,
);

await build({
  bundle: true,
  minify: true,
  target: TARGET,
  logLevel: 'warning',
  entryPoints: [join(SDK, 'demo/shop.ts')],
  format: 'iife',
  outfile: join(DEMO, 'shop.js'),
});
for (const file of ['index.html', 'shop.css']) await copyFile(join(SDK, 'demo', file), join(DEMO, file));
