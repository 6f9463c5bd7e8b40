// Kills the service with SIGKILL while it ingests events, restarts it, and checks that every acknowledged event is stored.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bodies } from '../../bench/load/population.ts';
import { startService } from '../../bench/service/start-service.ts';

const SERVER = new URL('../../dist/main.js', import.meta.url).pathname;
/** Clients that each wait for a response before they send the next event. */
const CLIENTS = 16;

export interface KillReport {
  rounds: number;
  acknowledged: number;
  /** Ids of acknowledged events that are missing afterwards. */
  lost: string[];
}

/** `environment` selects the engine. All rounds use the same data in `dataDir`. */
export async function killRounds(
  rounds: number,
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<KillReport> {
  const acknowledged: string[] = [];
  const lost: string[] = [];
  let unchecked: string[] = [];
  for (let round = 0; round <= rounds; round++) {
    const service = await startService(SERVER, '/readyz', environment, dataDir);
    const key = secretKey(dataDir);
    for (const id of unchecked) if (!(await isStored(service.baseUrl, key, id))) lost.push(id);
    if (round === rounds) {
      await service.stop();
      break;
    }
    const stored: string[] = [];
    const clients = Array.from({ length: CLIENTS }, (_, at) =>
      sendEvents(service.baseUrl, key, round * CLIENTS + at, stored),
    );
    await pause(400 + ((round * 137) % 600));
    const ended = new Promise((resolve) => service.process.once('exit', resolve));
    service.process.kill('SIGKILL');
    await Promise.all([ended, ...clients]);
    acknowledged.push(...stored);
    unchecked = stored;
  }
  return { rounds, acknowledged: acknowledged.length, lost };
}

/** Sends events one after the other until the service is gone, and adds the id of each 201 to `stored`. */
async function sendEvents(baseUrl: string, key: string, seed: number, stored: string[]): Promise<void> {
  const source = bodies({ devices: 500, seed: seed + 1 });
  for (;;) {
    try {
      const response = await fetch(`${baseUrl}/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: source.next().value,
      });
      const body = (await response.json()) as { data?: { id: string } };
      if (response.status === 201 && body.data !== undefined) stored.push(body.data.id);
    } catch {
      return;
    }
  }
}

async function isStored(baseUrl: string, key: string, id: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/v1/events/${id}`, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.status === 200;
}

function secretKey(dataDir: string): string {
  const firstRun = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));
  return firstRun.environments.test.secret_key as string;
}

/** Runs SQLite's integrity check on the file; returns `ok` or what is damaged. */
export function integrityOf(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const script = `import { DatabaseSync } from '@photostructure/sqlite';
      console.log(new DatabaseSync(process.argv[1], { readOnly: true }).prepare('PRAGMA integrity_check').get().integrity_check)`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('close', () => resolve(text.trim()));
  });
}
