// Tests the files of `deploy/`: lints them with the tools of their formats, reads their settings with the service's own parser, and
// runs each command in a clean folder, without Docker, Kubernetes and systemd themselves.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { freePort } from '../../bench/service/start-service.ts';
import { type Config, loadConfig } from '../../src/config/config.ts';
import { ROOT, withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';
import { buildWithoutDocker, type Image } from './dockerfile.ts';

const DEPLOY = join(ROOT, 'deploy');
const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Creates the secrets with the script of `deploy/` and returns their folder. */
function createSecrets(folder: string): string {
  mkdirSync(folder, { recursive: true });
  cpSync(join(DEPLOY, 'secrets.sh'), join(folder, 'secrets.sh'));
  execFileSync('sh', [join(folder, 'secrets.sh')]);
  writeFileSync(join(folder, 'secrets/metrics-token'), 'a-token-of-24-characters');
  return join(folder, 'secrets');
}

/** Reads settings as a process in a container would, with its secret files. @throws ConfigError when one is wrong. */
function configOf(settings: Record<string, string>, secrets: string): Config {
  const inPlace = Object.entries(settings).map(([name, value]) => [
    name,
    value.replace(/^\/run\/secrets\/(assay\/)?/, `${secrets}/`),
  ]);
  return loadConfig(Object.fromEntries(inPlace));
}

function assertGracePeriod(config: Config, seconds: number): void {
  assert.ok(seconds > config.shutdownDelaySeconds + config.shutdownSeconds, `${seconds} s are too short`);
}

/** Starts a command of the image and waits until its health check succeeds; returns a function that stops it. */
async function startImage(image: Image, environment: Record<string, string>): Promise<() => Promise<number | null>> {
  const [program = '', ...args] = image.command;
  const env = { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...image.environment, ...environment };
  const child = spawn(program, args, { cwd: image.directory, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  const isHealthy = () => {
    try {
      execFileSync(image.healthCheck[0] as string, image.healthCheck.slice(1), { env, stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  while (!isHealthy()) {
    assert.equal(child.exitCode, null, 'the service exited');
    await pause(50);
  }
  return async () => {
    child.kill('SIGTERM');
    return (await exited)[0] as number | null;
  };
}

test('Dockerfile: valid; its stages build, and its commands run from the files that they copy', async () => {
  const problems = validate(read('Dockerfile')).filter(({ severity }) => severity === ValidationSeverity.ERROR);
  assert.deepEqual(problems, []);
  const database = await freshDatabase();
  await withFolder(async (folder) => {
    const image = buildWithoutDocker(join(DEPLOY, 'Dockerfile'), folder);
    assert.equal(image.user, 'node');
    assert.deepEqual(image.commands, ['npm ci --omit=dev', 'npm ci', 'npm run build && mkdir data']);
    assert.deepEqual(readdirSync(image.directory).sort(), [
      'LICENSE',
      'bin',
      'dist',
      'migrations',
      'node_modules',
      'package.json',
      'scripts',
    ]);
    assert.ok(!existsSync(join(image.directory, 'node_modules/vite')), 'no development packages');
    const secrets = createSecrets(join(folder, 'deploy'));
    const environment = {
      DATABASE_URL: database.url,
      ASSAY_ENCRYPTION_KEYS_FILE: join(secrets, 'encryption-keys'),
      ASSAY_OWNER_PASSWORD_FILE: join(secrets, 'owner-password'),
      ASSAY_SHUTDOWN_DELAY_SECONDS: '0',
      DATA_DIR: join(image.root, 'data'),
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
    };
    // The command of the migrate job and of the compose file's migrate service.
    const command = parse(read('compose.yaml'), { merge: true }).services.migrate.command;
    const job = parse(read('kubernetes/migrate.yaml')).spec.template.spec.containers[0].command;
    assert.deepEqual(command, job);
    const env = { ...process.env, ...image.environment, ...environment };
    const output = execFileSync(command[0], command.slice(1), { cwd: image.directory, env, encoding: 'utf8' });
    assert.equal(output, 'postgres: the schema is current\n');
    const stop = await startImage(image, environment);
    const page = await fetch(`http://127.0.0.1:${environment.PORT}/`);
    assert.equal(page.status, 200);
    assert.equal(await stop(), 0);
  }).finally(() => database.drop());
});

/** The errors that the linter prints; it also checks the schema of the Compose specification. */
function lintCompose(file: string): string {
  const linter = join(ROOT, 'node_modules/dclint/bin/dclint.cjs');
  const result = spawnSync(process.execPath, [linter, '--quiet', '--no-color', file], {
    encoding: 'utf8',
    cwd: tmpdir(),
  });
  return result.status === 0 ? '' : `${result.stdout}${result.stderr}`;
}

test('compose.yaml: linted; two API processes, a worker and a migration with valid settings', async () => {
  await withFolder(async (folder) => {
    assert.equal(lintCompose(join(DEPLOY, 'compose.yaml')), '');
    const wrong = join(folder, 'compose.yaml');
    writeFileSync(wrong, read('compose.yaml').replace('read_only: true', 'readonly: true'));
    assert.match(lintCompose(wrong), /additional properties/, 'the linter knows the schema');
  });
  const { services, secrets } = parse(read('compose.yaml'), { merge: true });
  assert.deepEqual(Object.keys(services), ['database', 'migrate', 'api-1', 'api-2', 'worker', 'proxy']);
  await withFolder(async (folder) => {
    const created = createSecrets(folder);
    for (const [name, { file }] of Object.entries<{ file: string }>(secrets)) {
      assert.equal(file, `./secrets/${name}`);
      assert.ok(existsSync(join(folder, file)), file);
    }
    for (const [name, role] of Object.entries({ migrate: 'all', 'api-1': 'api', 'api-2': 'api', worker: 'worker' })) {
      const service = services[name];
      const config = configOf(service.environment, created);
      assert.equal(config.role, role);
      assert.match(config.databaseUrl ?? '', /^postgres:\/\/assay:[0-9a-f]{48}@database\/assay$/);
      assert.equal(config.encryptionKeys?.[0]?.key.length, 32);
      assertGracePeriod(config, Number.parseInt(service.stop_grace_period, 10));
      assert.deepEqual([service.image, service.read_only, service.cap_drop], [`assay:${version}`, true, ['ALL']]);
    }
    // Running the script again must not replace keys.
    const before = readFileSync(join(created, 'encryption-keys'), 'utf8');
    execFileSync('sh', [join(folder, 'secrets.sh')]);
    assert.equal(readFileSync(join(created, 'encryption-keys'), 'utf8'), before);
  });
  const upstreams = /reverse_proxy (.*) \{/.exec(read('Caddyfile'))?.[1];
  assert.equal(upstreams, 'api-1:8080 api-2:8080');
});

// biome-ignore lint/suspicious/noExplicitAny: the documents of the manifests, which the models check.
type Manifest = any;
const MODELS: Record<string, new (data: Manifest) => { validate(): void }> = {
  ConfigMap,
  Deployment,
  Job,
  Namespace,
  PodDisruptionBudget,
  Service,
};

test('kubernetes/: valid against the API of Kubernetes; probes, selectors, settings and grace periods fit', async () => {
  const { resources, images } = parse(read('kubernetes/kustomization.yaml'));
  const files = readdirSync(join(DEPLOY, 'kubernetes')).filter((file) => file !== 'kustomization.yaml');
  assert.deepEqual([...resources].sort(), files.sort());
  assert.deepEqual(images, [{ name: 'assay', newTag: version }]);
  const documents: Manifest[] = files.flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS()),
  );
  for (const document of documents) {
    const Model = MODELS[document.kind];
    assert.ok(Model !== undefined, `kind ${document.kind}`);
    new Model(document).validate();
  }
  assert.throws(() => new Deployment({ spec: { replicas: 'two' } } as Manifest).validate(), /must be integer/);
  const named = (kind: string, name: string) =>
    documents.find((document) => document.kind === kind && document.metadata.name === name);
  const settings = named('ConfigMap', 'assay-settings').data;
  await withFolder(async (folder) => {
    const secrets = createSecrets(folder);
    for (const role of ['api', 'worker']) {
      const { template, selector } = named('Deployment', `assay-${role}`).spec;
      assert.deepEqual(selector.matchLabels, template.metadata.labels);
      const [container] = template.spec.containers;
      const own = Object.fromEntries(container.env.map((variable: Manifest) => [variable.name, variable.value]));
      const config = configOf({ ...settings, ...own }, secrets);
      assert.equal(config.role, role);
      assertGracePeriod(config, template.spec.terminationGracePeriodSeconds);
      assert.deepEqual(
        [container.readinessProbe.httpGet.path, container.livenessProbe.httpGet.path, container.ports[0].containerPort],
        ['/readyz', '/healthz', config.port],
      );
      // A pod must be out of rotation before its listener closes.
      assert.ok(
        container.readinessProbe.periodSeconds * container.readinessProbe.failureThreshold <
          config.shutdownDelaySeconds,
      );
    }
  });
  const api = named('Deployment', 'assay-api').spec.template.metadata.labels;
  assert.deepEqual(named('Service', 'assay').spec.selector, api);
  assert.deepEqual(named('PodDisruptionBudget', 'assay-api').spec.selector.matchLabels, api);
});

test('assay.service: its settings are valid and its program is in the package', () => {
  const lines = read('systemd/assay.service').split('\n');
  const values = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const settings = Object.fromEntries(values('Environment').map((pair) => pair.split(/=(.*)/).slice(0, 2)));
  const config = loadConfig(settings);
  assert.equal(config.dataDir, '/var/lib/assay');
  assertGracePeriod(config, Number(values('TimeoutStopSec')[0]));
  const [program] = values('ExecStart');
  assert.equal(program, '/usr/bin/node /opt/assay/dist/main.js');
  for (const hardening of [
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'DynamicUser=yes',
    'CapabilityBoundingSet=',
  ]) {
    assert.ok(lines.includes(hardening), hardening);
  }
});
