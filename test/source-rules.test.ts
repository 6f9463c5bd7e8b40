// Checks the source rules of ARCHITECTURE.md that are not about imports: pure folders are pure, files are short and start with a comment.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PURE = ['vocabulary', 'scoring', 'policy', 'devices', 'outcomes', 'webhooks', 'access'];

/** Identifiers of time, randomness, the process, timers and the network, which pure functions must not use. */
const IMPURE_NAMES =
  /^(process|performance|setTimeout|setInterval|setImmediate|queueMicrotask|fetch|console|randomBytes|randomUUID|randomInt|webcrypto|crypto)$/;
const IMPURE_CALLS = /^(Date\.now|Math\.random|new Date\(\)|Date\(\))/;

function sources(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules') && !file.includes('/dist/'));
}

/** Returns every impure expression of a source text as `line: text`. */
function impurities(text: string): string[] {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const source = node.getText(file);
    if (
      node.kind === ts.SyntaxKind.AsyncKeyword ||
      ts.isAwaitExpression(node) ||
      (ts.isIdentifier(node) && IMPURE_NAMES.test(source) && !isMemberName(node)) ||
      (ts.isPropertyAccessExpression(node) && IMPURE_CALLS.test(source)) ||
      (ts.isNewExpression(node) && /^new Date(\(\))?$/.test(source))
    ) {
      found.push(`${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: ${source.slice(0, 60)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) &&
    parent.name === node
  );
}

test('the pure folders have no async, clock, randomness or I/O', () => {
  const files = PURE.flatMap((folder) => sources(join('src', folder))).filter((file) => !file.endsWith('.test.ts'));
  assert.ok(files.length > 10, 'the pure folders were not found');
  const found = files.flatMap((file) =>
    impurities(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  assert.deepEqual(found, []);
});

test('finds impure expressions and accepts pure ones', () => {
  for (const impure of [
    'export async function f() {}',
    'export const f = () => Date.now();',
    'export const f = () => new Date();',
    'export const f = () => Math.random();',
    'export const f = () => process.hrtime();',
    "import { randomBytes } from 'node:crypto'; export const f = () => randomBytes(1);",
    'export const f = () => setTimeout(() => 1, 1);',
  ]) {
    assert.notDeepEqual(impurities(impure), [], impure);
  }
  for (const pure of [
    'export const f = (at: number) => new Date(at).toISOString();',
    'export const f = (x: { process: number }) => x.process;',
    '// async, Date.now(), Math.random()\nexport const f = 1;',
  ]) {
    assert.deepEqual(impurities(pure), [], pure);
  }
});

test('every source file starts with a comment and has at most 300 lines', () => {
  const files = ['src', 'test', 'sdk', 'dashboard', 'bench', 'scripts'].flatMap(sources);
  assert.ok(files.length > 40, `only ${files.length} files were found`);
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    assert.match(
      text,
      /^(#!.*\n)?(\/\/|\/\*\*?) ?\S.{12,}/,
      `${file} does not start with a comment that states its purpose`,
    );
    const lines = text.split('\n').length - 1;
    assert.ok(lines <= 300, `${file} has ${lines} lines`);
  }
});

test('no module that test files share closes something after the tests of the file that loads it first', () => {
  // Files of one folder run in one process (scripts/test-files.mjs). Those of these folders are run one by one, by commands of their own.
  const shared = sources('test').filter((file) => !/\.test\.tsx?$|^test\/(citus|recipes)\//.test(file));
  assert.ok(shared.length > 40, `only ${shared.length} files were found`);
  const hooks = shared.filter((file) => /^(before|after)(Each)?\(/m.test(readFileSync(join(ROOT, file), 'utf8')));
  assert.deepEqual(hooks, []);
});

test('no file or folder has a meaningless name', () => {
  const names = sources('src').flatMap((file) => file.split('/').map((part) => part.replace(/\..*$/, '')));
  assert.deepEqual(
    names.filter((name) => /^(utils?|helpers?|common|misc|managers?)$/.test(name)),
    [],
  );
});
