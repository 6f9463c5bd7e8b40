// Rejects names that were replaced by the field's terms: each concept has one word, in code and in comments.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'sdk', 'dashboard', 'bench', 'scripts', 'test'];

/** Words that no identifier may contain, with the term to use instead (glossary: ARCHITECTURE.md). */
const RETIRED: Readonly<Record<string, string>> = {
  asked: 'requested',
  author: 'actor',
  behaviour: 'behavior',
  catalogue: 'catalog',
  door: 'server',
  filler: 'seed',
  flaw: 'issue',
  fold: 'apply pending',
  folded: 'apply pending',
  folds: 'apply pending',
  figures: 'rollups',
  gate: 'hook, barrier',
  happening: 'audited change',
  harvest: 'results',
  holder: 'owner',
  holders: 'owners',
  judge: 'assess',
  judged: 'assessed',
  keep: 'save, store',
  keeps: 'saves, stores',
  kept: 'saved, stored',
  ladder: 'backoff schedule',
  landmarks: 'sample ids',
  lane: 'delivery worker',
  lanes: 'delivery workers',
  lasting: 'stable',
  misfit: 'issue',
  normalise: 'normalize',
  nudge: 'wake',
  patience: 'timeout',
  places: 'issues, placeholders, targets',
  recognise: 'recognize',
  recognised: 'recognized',
  refusal: 'error',
  refusals: 'errors',
  rung: 'attempt number',
  seal: 'sign, encrypt',
  sealed: 'signed, encrypted',
  sealing: 'signing, encryption',
  slot: 'permit, shard',
  slots: 'permits, shards',
  subject: 'event keys',
  tidy: 'prune',
  trouble: 'error',
  turns: 'locks',
  turnstile: 'mutex',
  unseal: 'decrypt',
  upkeep: 'maintenance',
  wanted: 'expected, requested',
  yardstick: 'baseline',
};

/** Names that are fixed elsewhere: columns of released tables, keys of the API, options of libraries. */
const ALLOWED =
  /^(recognised|slot|rung|ladder_at|sealed_secret|recognised_accounts|keepAlive\w*|keepMounted|keepPreviousData|keepNames)$/;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/node_modules|\/dist\//.test(file));
}

/** `parseHTTPBody_x` → parse, http, body, x. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split('_');
}

/** Every retired word in the identifiers of a source text, as `line: name (use …)`. */
function retiredNames(text: string): string[] {
  const file = ts.createSourceFile('x.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !ALLOWED.test(node.text)) {
      for (const word of wordsOf(node.text)) {
        const use = Object.hasOwn(RETIRED, word) ? RETIRED[word] : undefined;
        if (use === undefined) continue;
        found.push(`${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: ${node.text} (use: ${use})`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Comments that send the reader to a document that is not in the repository. */
const OUTSIDE_DOCUMENT = /\b(contract \d|the specification|interface\.md|contract\.md|\w+\.md \d+\.\d)/;

test('no identifier uses a retired name', () => {
  const files = FOLDERS.flatMap(sources).filter((file) => !file.endsWith('retired-names.test.ts'));
  assert.ok(files.length > 500, `only ${files.length} files were found`);
  const found = files.flatMap((file) =>
    retiredNames(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  assert.deepEqual(found, []);
});

test('a retired name is found in every form, an allowed one is not', () => {
  for (const text of [
    'const holder = 1;',
    'type IdHolder = 1;',
    'const x = { sealedSecret: 1 };',
    'class Turnstile {}',
    'function takeTurns() {}',
    'const NOT_KEPT = 1;',
    'const y = z.nudge;',
  ]) {
    assert.notDeepEqual(retiredNames(text), [], text);
  }
  for (const text of [
    'const keepAlive = true;',
    'row.ladder_at;',
    'const lookup = "holder";',
    '// a turnstile',
    'const keeper = 1;',
  ]) {
    assert.deepEqual(retiredNames(text), [], text);
  }
});

test('no comment refers to a document outside the repository', () => {
  const found = FOLDERS.flatMap(sources)
    .filter((file) => !file.endsWith('retired-names.test.ts'))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (OUTSIDE_DOCUMENT.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
  assert.deepEqual(found, []);
});
