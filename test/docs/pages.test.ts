// Checks that every file and every npm script named in the documentation exists, and that the site follows its pages.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { NAVIGATION } from '../../scripts/docs-site/pages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'sdk/README.md',
  'examples/README.md',
  'examples/webhook-receiver/README.md',
  'examples/ory-kratos/README.md',
  'examples/keycloak/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((file) =>
    file.endsWith('.md') ? [join('docs', file)] : [],
  ),
];
const SOURCE_FILE = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|cjs|sql|py))`/g;
const LINK = /\]\((?!https?:|#|mailto:)([^)#]+)/g;
const NPM_SCRIPT = /npm run (?:--silent )?([a-z][\w:-]*)/g;
/** Commands that npm itself provides. */
const BUILT_IN = new Set(['start', 'test']);

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found]) => found as string);
}

/** Whether a file exists that a page names: by its path in the repository, below `src/` or below the page's folder. */
function exists(page: string, path: string): boolean {
  return ['', 'src', dirname(page)].some((folder) => existsSync(join(ROOT, folder, path)));
}

test('every source file that a page names exists', () => {
  const named = PAGES.flatMap((page) =>
    matches(readFileSync(join(ROOT, page), 'utf8'), SOURCE_FILE).map((path) => ({ page, path })),
  );
  assert.ok(named.length > 20, `only ${named.length} files are named`);
  const missing = named.filter(({ page, path }) => !exists(page, path)).map(({ page, path }) => `${page}: ${path}`);
  assert.deepEqual(missing, []);
});

test('every relative link of a page has a target', () => {
  const missing = PAGES.flatMap((page) =>
    matches(readFileSync(join(ROOT, page), 'utf8'), LINK)
      .filter((target) => !existsSync(join(ROOT, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  assert.deepEqual(missing, []);
});

test('the site is built again when one of its pages changes, or a file that one of them links to', async () => {
  const print = "import('./scripts/build.mjs').then(({ PARTS }) => console.log(JSON.stringify(PARTS.docs.sources)))";
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', print], { cwd: ROOT });
  const sources = JSON.parse(stdout) as string[];
  const pages = NAVIGATION.flatMap((group) => group.pages.map(({ source }) => source));
  const linked = pages.flatMap((page) =>
    matches(readFileSync(join(ROOT, page), 'utf8'), LINK).map((target) => join(dirname(page), target)),
  );
  // Folders are excluded, because the site only lists the names of their files.
  const files = [...new Set([...pages, ...linked])].filter((path) => statSync(join(ROOT, path)).isFile());
  const missed = files.filter((path) => !sources.some((one) => path === one || path.startsWith(`${one}/`)));
  assert.deepEqual(missed, []);
});

test('every npm script that a page names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  const missing = PAGES.flatMap((page) =>
    matches(readFileSync(join(ROOT, page), 'utf8'), NPM_SCRIPT)
      .filter((name) => !BUILT_IN.has(name) && !Object.hasOwn(scripts, name))
      .map((name) => `${page}: npm run ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('every link to a part of a page names one of its headings', () => {
  const missing = PAGES.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]*\.md)?#([^)]+)\)/g)]
      .map(([, file, anchor]) => ({ page, file, anchor: anchor as string }))
      .filter(({ file, anchor }) => !anchorsOf(file === undefined ? page : join(dirname(page), file)).has(anchor))
      .map(({ file, anchor }) => `${page}: ${file ?? ''}#${anchor}`),
  );
  assert.deepEqual(missing, []);
});

/** The anchors of a page's headings, as GitHub makes them: lower case, without punctuation, a hyphen for each space. */
function anchorsOf(page: string): Set<string> {
  const headings = readFileSync(join(ROOT, page), 'utf8').match(/^#+ .+$/gm) ?? [];
  return new Set(
    headings.map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('the page about the command line names every command', () => {
  const page = readFileSync(join(ROOT, 'docs/cli.md'), 'utf8');
  const commands = readdirSync(join(ROOT, 'src/cli'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => matches(readFileSync(join(ROOT, 'src/cli', file), 'utf8'), /program\s*\.command\('([\w-]+)/g));
  assert.ok(commands.includes('distribute') && commands.length > 15, commands.join(' '));
  assert.deepEqual(
    commands.filter((name) => !new RegExp(`^\\| .*\`${name}\\b.* \\|`, 'm').test(page)),
    [],
    'these commands need a row in docs/cli.md',
  );
});
