// The checks of the repository, in one list for `npm run check`, its parts and `npm test`, and the function that runs them.
import { spawn } from 'node:child_process';

/** Folders whose imports are checked (.dependency-cruiser.cjs). */
export const SOURCE_TREES = ['src', 'dashboard', 'sdk', 'bench', 'scripts'];

/** Steps that run at once. They are limited by the CPU, and two cores are assumed. */
const CONCURRENCY = 2;

const TYPE_PROJECTS = [
  'tsconfig.json',
  'sdk/tsconfig.json',
  'dashboard/tsconfig.json',
  'scripts/docs-site/tsconfig.json',
];

/** `kind` groups steps for the command line, `command` is run with node in the root of the repository. */
export const STEPS = [
  // Version 7 is a native program, four times as fast. It has no API, so tools and tests use version 6.
  ...TYPE_PROJECTS.map((project) => ({
    kind: 'typecheck',
    name: `types ${project}`,
    command: ['node_modules/typescript-7/bin/tsc', '-p', project, '--noEmit'],
  })),
  { kind: 'lint', name: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'] },
  {
    kind: 'unused',
    name: 'unused files, exports and dependencies',
    command: ['node_modules/knip/bin/knip.js', '--no-progress'],
  },
  {
    kind: 'imports',
    name: 'import rules',
    command: [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      ...SOURCE_TREES,
    ],
  },
  { kind: 'build', name: 'build', command: ['scripts/build.mjs'] },
];

/**
 * Runs steps, `CONCURRENCY` at a time, until `signal` aborts. Calls `report` after each with `{ name, passed, output, seconds }`.
 */
export async function runSteps(steps, signal, report) {
  const queue = [...steps];
  const worker = async () => {
    for (let step = queue.shift(); step !== undefined && !signal.aborted; step = queue.shift()) {
      const started = Date.now();
      const { code, output } = await capture(step.command, signal);
      report({ name: step.name, passed: code === 0, output: output.trim(), seconds: (Date.now() - started) / 1000 });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

function capture(command, signal) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'], signal });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** One line for a finished step or test file. */
export function progressLine(passed, what, seconds) {
  return `${passed ? '✔' : '✖'} ${what} (${seconds.toFixed(1)} s)`;
}

/** A failure with its message indented below. */
export function failureText({ name, message }) {
  const indented = message.split('\n').map((line) => `    ${line}`);
  return `\n✖ ${name}\n${indented.join('\n')}`;
}
