// `npm run chaos:kill [-- ROUNDS (20), ENGINES (sqlite,postgres)]`: kills the service with SIGKILL under load and checks that no
// acknowledged event is lost. Exits with 1 if one is.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityOf, type KillReport, killRounds } from '../../test/faults/kill-rounds.ts';
import { startPostgres } from '../../test/postgres.ts';

const [rounds = 20, engines = 'sqlite,postgres'] = process.argv.slice(2);
if (!(Number(rounds) >= 1)) throw new Error(`${rounds}: not a number of rounds`);
const runs: Record<string, (dataDir: string) => Promise<KillReport>> = {
  sqlite: async (dataDir) => {
    const report = await killRounds(Number(rounds), dataDir);
    console.log('SQLite', report, 'integrity', await integrityOf(join(dataDir, 'assay.db')));
    return report;
  },
  postgres: async (dataDir) => {
    const server = await startPostgres({ durable: true });
    const report = await killRounds(Number(rounds), dataDir, { DATABASE_URL: server.url });
    console.log('PostgreSQL', report);
    await server.stop();
    return report;
  },
};

for (const engine of engines.split(',')) {
  const run = runs[engine];
  if (run === undefined) throw new Error(`${engine}: not one of ${Object.keys(runs).join(', ')}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-kill-'));
  if ((await run(dataDir)).lost.length > 0) process.exitCode = 1;
  rmSync(dataDir, { recursive: true, force: true });
}
