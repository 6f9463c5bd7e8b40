// Who may import whom (ARCHITECTURE.md). `npm run check` and `test/import-rules.test.ts` apply these rules; the test also shows that
// each one can fail.

/**
 * The layers of src/: the folders that each folder may import (`any`), or import with `import type` only (`types`). All others are
 * forbidden. The wiring (the files directly in src/, `cli/`, `compose/`) is not listed: it may import every layer.
 */
const LAYERS = {
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

/** Folders without async, clock, randomness and I/O. The only module of node they may import is crypto, for hashing. */
const PURE = ['vocabulary', 'scoring', 'policy', 'devices', 'outcomes', 'webhooks', 'access'];

/** Folders of src/ that the dashboard shares: word lists, roles, validation and signal texts. */
const SHARED_WITH_DASHBOARD = ['vocabulary', 'access', 'policy', 'scoring', 'outcomes'];

const TEST = '\\.test\\.tsx?$';
const WIRING = '^src/(cli/|compose/|config/|[^/]+\\.ts$)';
const folders = (names) => `^src/(${names.join('|')})/`;
/** All source trees but those named. */
const treesExcept = (...names) =>
  `^(${['src', 'dashboard', 'sdk', 'test', 'bench', 'scripts'].filter((tree) => !names.includes(tree)).join('|')})/`;

function forbid(name, from, to) {
  return { name, severity: 'error', from, to };
}

function layerRules([folder, { any = [], types = [] }]) {
  const from = { path: folders([folder]), pathNot: TEST };
  const typesOnly = forbid(`${folder}-imports-only-types`, from, {
    path: folders(types),
    dependencyTypesNot: ['type-only'],
  });
  return [
    // Imports of the wiring are reported by `layers-do-not-import-wiring`.
    forbid(`${folder}-imports-only-its-layers`, from, {
      path: '^src/',
      pathNot: `${folders([folder, ...any, ...types])}|${WIRING}`,
    }),
    ...(types.length === 0 ? [] : [typesOnly]),
  ];
}

module.exports = {
  forbidden: [
    ...Object.entries(LAYERS).flatMap(layerRules),
    forbid('layers-do-not-import-wiring', { path: folders(Object.keys(LAYERS)), pathNot: TEST }, { path: WIRING }),
    forbid(
      'pure-folders-import-only-crypto-from-node',
      { path: folders(PURE), pathNot: TEST },
      { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    ),
    forbid(
      'config-imports-only-vocabulary',
      { path: '^src/config/', pathNot: TEST },
      { path: '^src/', pathNot: '^src/(config|vocabulary)/' },
    ),
    forbid('src-imports-only-src', { path: '^src/', pathNot: TEST }, { path: treesExcept('src') }),
    forbid(
      'dashboard-imports-only-shared-folders',
      { path: '^dashboard/', pathNot: TEST },
      { path: treesExcept('dashboard'), pathNot: `${folders(SHARED_WITH_DASHBOARD)}|^src/http/schemas/` },
    ),
    forbid(
      'dashboard-imports-only-types-of-schemas',
      { path: '^dashboard/', pathNot: TEST },
      { path: '^src/http/schemas/', dependencyTypesNot: ['type-only'] },
    ),
    forbid('sdk-imports-only-itself', { path: '^sdk/', pathNot: TEST }, { path: treesExcept('sdk') }),
    // bench/ and scripts/ use the servers and fixtures of test/, and test/ the seeding of bench/.
    forbid('bench-imports-only-src-and-test', { path: '^bench/' }, { path: treesExcept('bench', 'src', 'test') }),
    forbid('scripts-import-only-src-and-test', { path: '^scripts/' }, { path: treesExcept('scripts', 'src', 'test') }),
    forbid('test-files-are-not-imported', {}, { path: TEST }),
    // Type imports count: they tie modules together all the same.
    forbid('no-cycles', {}, { circular: true }),
    // Resolved by the bundler and by the SDK's tsconfig.json.
    forbid('imports-resolve', {}, { couldNotResolve: true, pathNot: '^(virtual:theme\\.css|@assay/browser)$' }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.tmp)/|^data/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
      conditionNames: ['import', 'require', 'node', 'types'],
    },
  },
};
