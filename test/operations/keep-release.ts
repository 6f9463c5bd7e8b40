// `npm run release:fixture [-- --replace]`: saves a small database of this version below test/operations/releases/, with its key
// file and the API's answers about it. The tests open it with every later version. Bounded: a few seconds.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { request, secretKey } from '../../bench/service/first-run.ts';
import { SERVER, startService } from '../../bench/service/start-service.ts';
import { requestBodies } from '../../bench/simulate/request-bodies.ts';
import { VERSION } from '../../src/version.ts';
import { assay } from '../cli/run-cli.ts';
import { addEndpoint } from '../webhooks/running-service.ts';
import { answer, FILES, RELEASES, SILENT_RECEIVER } from './releases.ts';

const EVENTS = 24;
const folder = join(RELEASES, VERSION);
if (existsSync(folder) && !process.argv.includes('--replace')) {
  console.error(`${folder} exists. The database of a published release never changes; before that, use -- --replace`);
  process.exit(2);
}
const dataDir = mkdtempSync(join(tmpdir(), 'assay-release-'));
try {
  const answers = await fill(dataDir);
  const file = join(dataDir, 'backup.db');
  const { code, stderr } = await assay(['backup', file], { dataDir });
  if (code !== 0) throw new Error(stderr);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, FILES.database), gzipSync(readFileSync(file), { level: 9 }));
  copyFileSync(join(dataDir, FILES.keys), join(folder, FILES.keys));
  writeFileSync(join(folder, FILES.answers), `${JSON.stringify(answers, null, 1)}\n`);
  console.log(`${folder}: ${EVENTS} events`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Runs this version on an empty folder, uses it as a customer would, and returns its answers afterwards. */
async function fill(dataDir: string): Promise<Record<string, unknown>> {
  const service = await startService(SERVER, '/readyz', {}, dataDir);
  try {
    const { baseUrl } = service;
    const key = secretKey(dataDir);
    const { token } = await addEndpoint(baseUrl, dataDir, SILENT_RECEIVER);
    const bodies = requestBodies({ devices: 5, seed: 1 });
    const recorded: { id: string; device: { id: string } }[] = [];
    for (let n = 0; n < EVENTS; n += 1) {
      const body = JSON.parse(bodies.next().value);
      recorded.push((await request('POST', `${baseUrl}/v1/events`, key, body)) as never);
    }
    const [first, second, third] = recorded.map(({ id }) => id);
    const report = (id = '', label = '') => request('POST', `${baseUrl}/v1/events/${id}/outcome`, key, { label });
    await report(first, 'legitimate');
    await report(second, 'legitimate');
    await report(second, 'fraud_confirmed');
    await report(third, 'account_takeover');
    const device = recorded.at(-1)?.device.id;
    await request('POST', `${baseUrl}/v1/devices/${device}/trust`, token, {});
    const paths = [
      ...recorded.map(({ id }) => `/v1/events/${id}`),
      ...[first, second, third].map((id) => `/v1/events/${id}/outcomes`),
      `/v1/devices/${device}`,
    ];
    const answers: Record<string, unknown> = {};
    for (const path of paths) answers[path] = await answer(baseUrl, key, path);
    return answers;
  } finally {
    await service.stop();
  }
}
