// `npm run check`: types, lint, unused code and import rules, without tests. `npm run typecheck` and `npm run lint` run one kind each.
import { fileURLToPath } from 'node:url';
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { failureText, progressLine, runSteps, STEPS } = await import('./steps.mjs');
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const kinds = process.argv.slice(2);
const steps = STEPS.filter(({ kind }) => (kinds.length === 0 ? kind !== 'build' : kinds.includes(kind)));
if (steps.length === 0) {
  console.error(`usage: node scripts/check.mjs [${[...new Set(STEPS.map(({ kind }) => kind))].join(' | ')}]...`);
  process.exit(2);
}

const failures = [];
await runSteps(steps, new AbortController().signal, ({ name, passed, output, seconds }) => {
  console.log(progressLine(passed, name, seconds));
  if (!passed) failures.push({ name, message: output });
});
for (const failure of failures) console.log(failureText(failure));
process.exitCode = failures.length === 0 ? 0 : 1;
