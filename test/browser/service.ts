// Runs the real service as a process on SQLite in a temporary folder, with the built SDK and demo.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Keys {
  id: string;
  public_key: string;
  secret_key: string;
}

export interface Service {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  /** The contents of `first-run.json`: keys and the owner. */
  values: {
    environments: { test: Keys; live: Keys };
    owner: { email: string; password: string };
  };
  /**
   * Starts a reverse proxy that forwards requests with this client address, and returns its URL. A browser on loopback has
   * no network that could be evidence.
   */
  proxyFrom(clientAddress: string): Promise<string>;
  /** GETs a path with the test environment's secret key and returns `data`. */
  read(path: string): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Starts the service and resolves when it is ready. It trusts the proxies of `proxyFrom`, which listen on loopback. */
export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  await buildSdk();
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-service-'));
  const child = spawn(process.execPath, ['scripts/assay.mjs', 'serve'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: undefined,
      HOST: '127.0.0.1',
      PORT: '0',
      ASSAY_TRUSTED_PROXIES: '127.0.0.0/8',
      ...settings,
    } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test file that fails must not leave a service running.
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(`the service ended before it was ready:\n${errors}`)));
    createInterface(child.stdout).on('line', (line) => {
      const address = /"address":"([^"]+)".*Assay is ready/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
  const proxies: Server[] = [];
  const values = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));
  return {
    url,
    values,
    proxyFrom: async (clientAddress) => {
      const proxy = startProxy(url, clientAddress);
      proxies.push(proxy);
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    },
    read: async (path) => {
      const headers = { authorization: `Bearer ${values.environments.test.secret_key}` };
      const response = await fetch(url + path, { headers });
      const body = (await response.json()) as { data: Record<string, unknown> };
      if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
      return body.data;
    },
    stop: async () => {
      for (const proxy of proxies) {
        proxy.closeAllConnections();
        proxy.close();
      }
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Forwards every request with the client's address, as a customer's load balancer does. */
function startProxy(url: string, clientAddress: string): Server {
  return createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const forwarded = request(url + incoming.url, {
      method,
      headers: { ...headers, 'x-forwarded-for': clientAddress },
    });
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
}

/** Builds the SDK and the demo if they are out of date; concurrent test files wait for one build. */
async function buildSdk(): Promise<void> {
  const script = join(ROOT, 'scripts', 'build.mjs');
  const code = `await (await import(${JSON.stringify(script)})).build(['sdk'])`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`the SDK cannot be built:\n${errors}`);
}
