// `npm run dev`: runs the service from its sources and restarts it on changes, next to the dashboard's dev server with hot reload.
// The dev server (port 20480) forwards API calls to the service (PORT, default 8080).
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const { build } = await import('./build.mjs');
try {
  // The service serves the SDK and the dashboard from dist/, and does not reload them.
  await build(['sdk', 'dashboard']);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const require = createRequire(import.meta.url);
const packageFile = (manifest, file) => join(dirname(require.resolve(manifest)), file);
const port = process.env.PORT ?? '8080';
const children = [
  run([packageFile('tsx/package.json', 'dist/cli.mjs'), 'watch', '--clear-screen=false', 'src/main.ts'], {}),
  run([packageFile('vite/package.json', 'bin/vite.js'), 'dashboard', '--clearScreen', 'false'], {
    ASSAY_API: process.env.ASSAY_API ?? `http://127.0.0.1:${port}`,
  }),
];

/** Runs a program until the first one exits; then all of them stop. */
function run(command, environment) {
  const child = spawn(process.execPath, command, { stdio: 'inherit', env: { ...process.env, ...environment } });
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    stop('SIGTERM');
  });
  return child;
}

function stop(signal) {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
