// Holds the floors of ARCHITECTURE.md: the real sources keep every import rule, and every rule can fail.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RULES = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

async function cruised(folder: string): Promise<ICruiseResult> {
  const { output } = await cruise(['src'], {
    ...RULES.options,
    tsConfig: undefined,
    baseDir: folder,
    ruleSet: { forbidden: RULES.forbidden },
    validate: true,
  });
  assert.ok(typeof output === 'object');
  return output;
}

function broken({ summary }: ICruiseResult): string[] {
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/** Cruises a small tree of `path: content` in a temporary folder. */
async function cruisedTree(files: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-imports-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return broken(await cruised(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the sources keep every import rule', async () => {
  const result = await cruised(ROOT);
  // A cruiser that cannot read TypeScript finds nothing and is content: that must not pass.
  assert.ok(result.summary.totalCruised > 20, `only ${result.summary.totalCruised} modules were cruised`);
  assert.ok((result.summary.totalDependenciesCruised ?? 0) > 40, 'hardly any imports were followed');
  assert.deepEqual(broken(result), []);
});

const FLOORS: readonly (readonly [from: string, to: string, rule: string | null])[] = [
  ['http', 'flows', null],
  ['http', 'access', null],
  ['http', 'storage', 'http-imports-only-its-own-floors'],
  ['http', 'delivery', 'http-imports-only-its-own-floors'],
  ['http', 'scoring', 'http-imports-only-its-own-floors'],
  ['http', 'records', 'http-imports-types-alone'],
  ['flows', 'records', null],
  ['flows', 'scoring', null],
  ['flows', 'http', 'flows-imports-only-its-own-floors'],
  ['flows', 'storage', 'flows-imports-only-its-own-floors'],
  ['storage', 'records', null],
  ['storage', 'scoring', 'storage-imports-types-alone'],
  ['storage', 'flows', 'storage-imports-only-its-own-floors'],
  ['delivery', 'webhooks', null],
  ['delivery', 'storage', 'delivery-imports-only-its-own-floors'],
  ['records', 'scoring', 'records-imports-types-alone'],
  ['records', 'flows', 'records-imports-only-its-own-floors'],
  ['policy', 'scoring', null],
  ['policy', 'records', 'policy-imports-only-its-own-floors'],
  ['webhooks', 'policy', 'webhooks-imports-only-its-own-floors'],
  ['scoring', 'vocabulary', null],
  ['scoring', 'devices', 'scoring-imports-only-its-own-floors'],
  ['devices', 'records', 'devices-imports-only-its-own-floors'],
  ['outcomes', 'scoring', 'outcomes-imports-only-its-own-floors'],
  ['access', 'devices', 'access-imports-only-its-own-floors'],
  ['vocabulary', 'scoring', 'vocabulary-imports-only-its-own-floors'],
  ['flows', 'cli', 'nobody-imports-the-top'],
];

test('a forbidden import is found, an allowed one is not', async () => {
  for (const [from, to, rule] of FLOORS) {
    const found = await cruisedTree({
      [`src/${from}/a.ts`]: `import { b } from '../${to}/b.ts';\nexport const a = b;\n`,
      [`src/${to}/b.ts`]: 'export const b = 1;\n',
    });
    const expected = rule === null ? [] : [`${rule}: src/${from}/a.ts → src/${to}/b.ts`];
    assert.deepEqual(
      found.filter((line) => rule === null || line.startsWith(`${rule}:`)),
      expected,
      `${from} → ${to}`,
    );
  }
});

test('types of the pure folders may be imported where running code may not', async () => {
  for (const [from, to] of [
    ['http', 'records'],
    ['storage', 'scoring'],
    ['records', 'devices'],
  ]) {
    const found = await cruisedTree({
      [`src/${from}/a.ts`]: `import type { B } from '../${to}/b.ts';\nexport type A = B;\n`,
      [`src/${to}/b.ts`]: 'export type B = 1;\n',
    });
    assert.deepEqual(found, [], `${from} → ${to}`);
  }
});

test('a type that looks upward, a loop, I/O in a pure folder and a broken path are found', async () => {
  const found = await cruisedTree({
    'src/scoring/upward.ts': "import type { B } from '../records/b.ts';\nexport type A = B;\n",
    'src/records/b.ts': 'export type B = 1;\n',
    'src/flows/loop-a.ts': "import { b } from './loop-b.ts';\nexport const a = () => b;\n",
    'src/flows/loop-b.ts': "import { a } from './loop-a.ts';\nexport const b = () => a;\n",
    'src/policy/reads-files.ts': "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;\n",
    'src/policy/hashes.ts': "import { createHash } from 'node:crypto';\nexport const a = createHash;\n",
    'src/flows/lost.ts': "import { a } from './nowhere.ts';\nexport const b = a;\n",
  });
  assert.deepEqual(found.sort(), [
    'everything-resolves: src/flows/lost.ts → ./nowhere.ts',
    'no-loops: src/flows/loop-a.ts → src/flows/loop-b.ts',
    'pure-folders-take-only-hashing-from-node: src/policy/reads-files.ts → fs',
    'scoring-imports-only-its-own-floors: src/scoring/upward.ts → src/records/b.ts',
  ]);
});
