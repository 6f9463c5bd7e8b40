// Tests that a new signal needs only its file, its registry entry and its test: everything else derives from the definition.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';
import type * as Wording from '../../dashboard/src/components/wording.ts';
import type * as EventDocs from '../../scripts/build-event-docs.ts';
import type * as SignalDocs from '../../scripts/build-signal-docs.ts';
import type * as EventQueries from '../../src/http/lists/event-query.ts';
import type * as Conditions from '../../src/policy/condition-fields.ts';
import type * as Score from '../../src/scoring/score.ts';
import { SIGNAL_CODES } from '../../src/scoring/signals/index.ts';
import type * as Catalog from '../../src/webhooks/catalog.ts';
import { login } from './input.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const EXTRA_SIGNAL = `// DRY_RUN: the event has the type dry_run.
import { defineSignal } from '../signal.ts';

// Evidence: none, this is a test.
export const dryRun = defineSignal({
  code: 'DRY_RUN',
  title: 'Dry run event',
  summary: 'The event is a dry run.',
  weight: 7,
  scope: 'acting',
  types: 'any',
  when: 'the type of the event is dry_run',
  webhook: 'device.new',
  fires: ({ input }) => (input.type === 'dry_run' ? { type: input.type } : null),
  describe: ({ type }) => \`The event has the type \${type}.\`,
});
`;

/** A copy of the sources with one more signal: a file, its import and its registry line. */
function copyWithExtraSignal(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-signal-'));
  for (const part of ['src', 'dashboard/src', 'scripts'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'src/scoring/signals/dry-run.ts'), EXTRA_SIGNAL);
  const registry = join(folder, 'src/scoring/signals/index.ts');
  const text = readFileSync(registry, 'utf8').replace('\n] as const;', '\n  dryRun,\n] as const;');
  writeFileSync(registry, `import { dryRun } from './dry-run.ts';\n${text}`);
  return folder;
}

test('score, API, policy, webhooks, documents and dashboard derive from a new signal', async () => {
  const folder = copyWithExtraSignal();
  // Tests run as bundles; this one loads sources.
  register();
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href);
  try {
    const { score } = (await load('src/scoring/score.ts')) as typeof Score;
    const fired = score(login({ type: 'dry_run' })).signals;
    assert.deepEqual(fired, [
      { code: 'DRY_RUN', weight: 7, description: 'The event has the type dry_run.', metadata: { type: 'dry_run' } },
    ]);

    const { CONDITION_FIELDS } = (await load('src/policy/condition-fields.ts')) as typeof Conditions;
    for (const name of ['signal.present', 'signal.absent'] as const) {
      const { words, form } = CONDITION_FIELDS[name];
      for (const list of [words, form.options] as (readonly string[])[]) assert.ok(list.includes('DRY_RUN'), name);
    }
    const { EventQuery } = (await load('src/http/lists/event-query.ts')) as typeof EventQueries;
    assert.match(JSON.stringify(EventQuery), /"DRY_RUN"/);
    const { assessmentTypes } = (await load('src/webhooks/catalog.ts')) as typeof Catalog;
    assert.deepEqual(assessmentTypes('allow', fired), ['risk.assessment.completed', 'decision.allow', 'device.new']);

    const { signalDocument } = (await load('scripts/build-signal-docs.ts')) as typeof SignalDocs;
    const document = signalDocument();
    assert.match(document, /\| \[`DRY_RUN`\]\(#dry_run\) \| \+7 \| acting \| the type of the event is dry_run \|/);
    assert.match(document, /### `DRY_RUN`\n\nThe event is a dry run\.\n\n- Weight: \+7\.\n/);
    const { eventPage } = (await load('scripts/build-event-docs.ts')) as typeof EventDocs;
    assert.match(eventPage(), /^These depend only on the device and the client: .*\[`DRY_RUN`\]/m);
    const { signalName } = (await load('dashboard/src/components/wording.ts')) as typeof Wording;
    assert.equal(signalName('DRY_RUN'), 'Dry run event');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Files that name a signal in code, with the reason why a field of the definition would not work. */
const NAMED_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/records/campaigns.ts': 'what attacks by changing sources do makes one campaign of their events',
  'src/storage/lists/event-driver.ts': 'stored rows depend on the list, so that a definition must not change it',
  'src/webhooks/envelope.ts': 'a sample event in the body of webhook.test',
  'src/http/schemas/risk.ts': 'an example of a fired signal',
  'src/http/schemas/webhook.ts': 'the body of an example delivery',
  'src/http/server/openapi-webhook-examples.ts': 'examples of events that fire each webhook type',
  'bench/evaluate/logins-targets.ts': 'one target is about the logins with KNOWN_DEVICE',
  'bench/queries/lists-pages.ts': 'measured queries',
  'bench/micro/twenty-rules.ts': 'a sample policy and event',
  'bench/load/webhook-installation.ts': 'a sample event',
};

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /(?<!\.test)\.(tsx?|mjs)$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file));
}

/** A source text without its comment lines. */
function codeOf(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
}

test('no other source file names a signal, except for the listed ones', () => {
  const named = new RegExp(`(['"\`])(?:[a-z_]+=)?(?:${SIGNAL_CODES.join('|')})\\1`);
  const found = ['src', 'dashboard/src', 'bench', 'scripts', 'sdk']
    .flatMap(sources)
    .filter((file) => !file.startsWith('src/scoring/signals/'))
    .filter((file) => named.test(codeOf(readFileSync(join(ROOT, file), 'utf8'))));
  assert.deepEqual(found.sort(), Object.keys(NAMED_ELSEWHERE).sort());
});

test('the signal definitions import no Node module and no package', () => {
  const seen = new Set<string>();
  const foreign: string[] = [];
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*? from '([^']+)';/gm);
    for (const [, path = ''] of imports) {
      if (path.startsWith('.')) visit(join(dirname(file), path));
      else foreign.push(`${relative(ROOT, file)} imports ${path}`);
    }
  };
  visit(join(ROOT, 'src/scoring/signals/index.ts'));
  assert.ok(seen.size > SIGNAL_CODES.length, 'the definitions were not followed');
  assert.deepEqual(foreign, []);
});
