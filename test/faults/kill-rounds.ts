// Kills the service without warning while it takes events, starts it again, and asks for everything it had acknowledged.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startService } from '../../bench/service/start-service.ts';
import { requestBodies } from '../../bench/simulate/request-bodies.ts';

const SERVER = new URL('../../dist/main.js', import.meta.url).pathname;
/** Callers that each wait for their answer before they send the next event. */
const CALLERS = 16;

export interface KillReport {
  rounds: number;
  acknowledged: number;
  /** Ids that were acknowledged and are not there afterwards. */
  lost: string[];
}

/** `environment` chooses the engine; the data in `dataDir` goes on from round to round. */
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
    for (const id of unchecked) if (!(await isKept(service.baseUrl, key, id))) lost.push(id);
    if (round === rounds) {
      await service.stop();
      break;
    }
    const taken: string[] = [];
    const callers = Array.from({ length: CALLERS }, (_, at) => call(service.baseUrl, key, round * CALLERS + at, taken));
    await pause(400 + ((round * 137) % 600));
    const ended = new Promise((resolve) => service.process.once('exit', resolve));
    service.process.kill('SIGKILL');
    await Promise.all([ended, ...callers]);
    acknowledged.push(...taken);
    unchecked = taken;
  }
  return { rounds, acknowledged: acknowledged.length, lost };
}

/** Sends one event after the other until the service is gone; what was answered with 201 is noted. */
async function call(baseUrl: string, key: string, seed: number, taken: string[]): Promise<void> {
  const source = requestBodies({ devices: 500, seed: seed + 1 });
  for (;;) {
    try {
      const answer = await fetch(`${baseUrl}/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: source.next().value,
      });
      const body = (await answer.json()) as { data?: { id: string } };
      if (answer.status === 201 && body.data !== undefined) taken.push(body.data.id);
    } catch {
      return;
    }
  }
}

async function isKept(baseUrl: string, key: string, id: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/v1/events/${id}`, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  return answer.status === 200;
}

function secretKey(dataDir: string): string {
  const firstRun = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));
  return firstRun.environments.test.secret_key as string;
}

/** SQLite's own check of the file after all those deaths. */
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
