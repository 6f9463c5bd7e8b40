// Who may import whom (ARCHITECTURE.md). What lies in src/ itself, and cli/, is the top: it wires, and nobody imports it.
// `test/import-rules.test.ts` runs this and proves that each rule can fail.

/** Which folders of src/ each folder may import; `types` only by `import type`. What is not named is forbidden. */
const MAY_IMPORT = {
  vocabulary: {},
  scoring: { any: ['vocabulary'] },
  devices: { any: ['vocabulary'] },
  outcomes: { any: ['vocabulary'] },
  access: { any: ['vocabulary'] },
  policy: { any: ['scoring', 'vocabulary'] },
  webhooks: { any: ['scoring', 'vocabulary'] },
  records: { any: ['vocabulary'], types: ['scoring', 'devices', 'outcomes', 'access', 'policy', 'webhooks'] },
  flows: { any: ['records', 'scoring', 'devices', 'outcomes', 'access', 'policy', 'webhooks', 'vocabulary'] },
  storage: {
    any: ['records', 'vocabulary'],
    types: ['scoring', 'devices', 'outcomes', 'access', 'policy', 'webhooks'],
  },
  delivery: { any: ['records', 'webhooks', 'vocabulary'] },
  http: { any: ['flows', 'access', 'vocabulary'], types: ['records'] },
};

/** No async, no clock, no randomness, no I/O: hashing is all they may take from node. */
const PURE = ['vocabulary', 'scoring', 'policy', 'devices', 'outcomes', 'webhooks', 'access'];

const TEST = '\\.test\\.ts$';
const folders = (names) => `^src/(${names.join('|')})/`;

function rulesFor([folder, { any = [], types = [] }]) {
  const from = { path: folders([folder]), pathNot: TEST };
  const known = [folder, ...any, ...types];
  return [
    {
      name: `${folder}-imports-only-its-own-floors`,
      severity: 'error',
      from,
      to: { path: '^(src|sdk|dashboard|test|bench|scripts)/', pathNot: folders(known) },
    },
    ...(types.length === 0
      ? []
      : [
          {
            name: `${folder}-imports-types-alone`,
            severity: 'error',
            from,
            to: { path: folders(types), dependencyTypesNot: ['type-only'] },
          },
        ]),
  ];
}

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).flatMap(rulesFor),
    {
      name: 'pure-folders-take-only-hashing-from-node',
      severity: 'error',
      from: { path: folders(PURE), pathNot: TEST },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'config-imports-nothing-above-it',
      severity: 'error',
      from: { path: '^src/config(\\.ts$|/)', pathNot: TEST },
      to: { path: '^src/', pathNot: '^src/config(\\.ts$|/)' },
    },
    {
      name: 'nobody-imports-the-top',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(cli|compose|config)/|${TEST}` },
      to: { path: '^src/(cli/|compose/|config/|[^/]+\\.ts$)' },
    },
    { name: 'no-loops', severity: 'error', from: { path: '^src/' }, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { path: '\\.test\\.ts$|^(test|bench|scripts)/' },
    },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // Imports of types count too: a type that looks upward ties the floors together all the same.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
      conditionNames: ['import', 'require', 'node', 'types'],
    },
  },
};
