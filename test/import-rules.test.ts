// Applies the import rules of ARCHITECTURE.md to all source trees, and shows that each rule can fail.
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
const { SOURCE_TREES } = await import(new URL('../scripts/steps.mjs', import.meta.url).href);

async function cruised(folder: string, trees: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(trees, {
    ...RULES.options,
    tsConfig: undefined,
    baseDir: folder,
    ruleSet: { forbidden: RULES.forbidden },
    validate: true,
  });
  assert.ok(typeof output === 'object');
  return output;
}

function violations({ summary }: ICruiseResult): string[] {
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/** Writes a small tree of `path: content` to a temporary folder and returns its violations. */
async function violationsIn(files: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-imports-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const trees = [...new Set(Object.keys(files).map((path) => path.split('/')[0] as string))];
    return violations(await cruised(folder, trees)).sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('all source trees obey the import rules', async () => {
  const result = await cruised(ROOT, SOURCE_TREES);
  // If the parser cannot read TypeScript, it finds no imports and reports no violations.
  for (const tree of ['src', 'dashboard', 'sdk', 'bench']) {
    const modules = result.modules.filter(({ source }) => source.startsWith(`${tree}/`));
    assert.ok(modules.length > 20, `only ${modules.length} modules were found in ${tree}/`);
    const imports = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
    assert.ok(imports > modules.length, `only ${imports} imports were found in ${tree}/`);
  }
  assert.deepEqual(violations(result), []);
});

/** An import between two folders and the rule that forbids it; null for an allowed import. */
const IMPORTS: readonly (readonly [from: string, to: string, rule: string | null])[] = [
  ['src/http', 'src/flows', null],
  ['src/http', 'src/access', null],
  ['src/http', 'src/storage', 'http-imports-only-its-layers'],
  ['src/http', 'src/delivery', 'http-imports-only-its-layers'],
  ['src/http', 'src/scoring', 'http-imports-only-its-layers'],
  ['src/http', 'src/records', 'http-imports-only-types'],
  ['src/flows', 'src/records', null],
  ['src/flows', 'src/scoring', null],
  ['src/flows', 'src/http', 'flows-imports-only-its-layers'],
  ['src/flows', 'src/storage', 'flows-imports-only-its-layers'],
  ['src/storage', 'src/records', null],
  ['src/storage', 'src/scoring', 'storage-imports-only-types'],
  ['src/storage', 'src/flows', 'storage-imports-only-its-layers'],
  ['src/delivery', 'src/webhooks', null],
  ['src/delivery', 'src/storage', 'delivery-imports-only-its-layers'],
  ['src/records', 'src/scoring', 'records-imports-only-types'],
  ['src/records', 'src/flows', 'records-imports-only-its-layers'],
  ['src/policy', 'src/scoring', null],
  ['src/policy', 'src/records', 'policy-imports-only-its-layers'],
  ['src/webhooks', 'src/policy', 'webhooks-imports-only-its-layers'],
  ['src/scoring', 'src/vocabulary', null],
  ['src/scoring', 'src/devices', 'scoring-imports-only-its-layers'],
  ['src/devices', 'src/records', 'devices-imports-only-its-layers'],
  ['src/outcomes', 'src/scoring', 'outcomes-imports-only-its-layers'],
  ['src/access', 'src/devices', 'access-imports-only-its-layers'],
  ['src/vocabulary', 'src/scoring', 'vocabulary-imports-only-its-layers'],
  ['src/cli', 'src/storage', null],
  ['src/flows', 'src/cli', 'layers-do-not-import-wiring'],
  ['src/flows', 'src/compose', 'layers-do-not-import-wiring'],
  ['src/storage', 'src/config', 'layers-do-not-import-wiring'],
  ['src/config', 'src/vocabulary', null],
  ['src/config', 'src/scoring', 'config-imports-only-vocabulary'],
  ['src/cli', 'bench/seed', 'src-imports-only-src'],
  ['src/compose', 'scripts', 'src-imports-only-src'],
  ['src/http', 'test', 'src-imports-only-src'],
  ['src/http', 'dashboard/src', 'src-imports-only-src'],
  ['dashboard/src', 'dashboard/theme', null],
  ['dashboard/src', 'src/policy', null],
  ['dashboard/src', 'src/http/schemas', 'dashboard-imports-only-types-of-schemas'],
  ['dashboard/src', 'src/http/routes', 'dashboard-imports-only-shared-folders'],
  ['dashboard/src', 'src/records', 'dashboard-imports-only-shared-folders'],
  ['dashboard/src', 'sdk/src', 'dashboard-imports-only-shared-folders'],
  ['dashboard/src', 'test', 'dashboard-imports-only-shared-folders'],
  ['sdk/src', 'sdk/demo', null],
  ['sdk/src', 'src/vocabulary', 'sdk-imports-only-itself'],
  ['sdk/src', 'bench/load', 'sdk-imports-only-itself'],
  ['bench/load', 'bench/seed', null],
  ['bench/load', 'src/storage', null],
  ['bench/load', 'test', null],
  ['bench/load', 'dashboard/src', 'bench-imports-only-src-and-test'],
  ['bench/load', 'scripts', 'bench-imports-only-src-and-test'],
  ['scripts', 'src/devices', null],
  ['scripts', 'test', null],
  ['scripts', 'bench/load', 'scripts-import-only-src-and-test'],
  ['test', 'bench/seed', null],
];

test('finds a forbidden import and accepts an allowed one', async () => {
  for (const [from, to, rule] of IMPORTS) {
    const up = '../'.repeat(from.split('/').length);
    const found = await violationsIn({
      [`${from}/a.ts`]: `import { b } from '${up}${to}/b.ts';\nexport const a = b;\n`,
      [`${to}/b.ts`]: 'export const b = 1;\n',
    });
    assert.deepEqual(found, rule === null ? [] : [`${rule}: ${from}/a.ts → ${to}/b.ts`], `${from} → ${to}`);
  }
});

test('accepts type imports where only values are forbidden', async () => {
  for (const [from, to] of [
    ['src/http', 'src/records'],
    ['src/storage', 'src/scoring'],
    ['src/records', 'src/devices'],
    ['dashboard/src', 'src/http/schemas'],
  ] as const) {
    const up = '../'.repeat(from.split('/').length);
    const found = await violationsIn({
      [`${from}/a.ts`]: `import type { B } from '${up}${to}/b.ts';\nexport type A = B;\n`,
      [`${to}/b.ts`]: 'export type B = 1;\n',
    });
    assert.deepEqual(found, [], `${from} → ${to}`);
  }
});

test('finds a forbidden type import', async () => {
  const found = await violationsIn({
    'src/scoring/a.ts': "import type { B } from '../records/b.ts';\nexport type A = B;\n",
    'src/records/b.ts': 'export type B = 1;\n',
  });
  assert.deepEqual(found, ['scoring-imports-only-its-layers: src/scoring/a.ts → src/records/b.ts']);
});

test('finds cycles in every tree, type imports included', async () => {
  for (const tree of SOURCE_TREES) {
    const values = await violationsIn({
      [`${tree}/a.ts`]: "import { b } from './b.ts';\nexport const a = () => b;\n",
      [`${tree}/b.ts`]: "import { a } from './a.ts';\nexport const b = () => a;\n",
    });
    assert.deepEqual(values, [`no-cycles: ${tree}/a.ts → ${tree}/b.ts`]);
    const types = await violationsIn({
      [`${tree}/a.ts`]: "import { b } from './b.ts';\nexport interface A { b: typeof b }\n",
      [`${tree}/b.ts`]: "import type { A } from './a.ts';\nexport const b = (a: A) => a;\n",
    });
    assert.deepEqual(types, [`no-cycles: ${tree}/a.ts → ${tree}/b.ts`]);
  }
});

test('finds I/O in a pure folder, imported test files and broken paths', async () => {
  const found = await violationsIn({
    'src/policy/reads-files.ts': "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;\n",
    'src/policy/hashes.ts': "import { createHash } from 'node:crypto';\nexport const a = createHash;\n",
    'src/flows/lost.ts': "import { a } from './nowhere.ts';\nexport const b = a;\n",
    'bench/load/imports-a-test.ts': "import { a } from '../../test/a.test.ts';\nexport const b = a;\n",
    'test/a.test.ts': 'export const a = 1;\n',
  });
  assert.deepEqual(found, [
    'imports-resolve: src/flows/lost.ts → ./nowhere.ts',
    'pure-folders-import-only-crypto-from-node: src/policy/reads-files.ts → fs',
    'test-files-are-not-imported: bench/load/imports-a-test.ts → test/a.test.ts',
  ]);
});
