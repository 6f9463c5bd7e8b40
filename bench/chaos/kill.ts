// `npm run chaos:kill [-- ROUNDS, default 20]`: kills the service with SIGKILL under load, on both engines, and checks that no
// acknowledged event is lost. Exits with 1 if one is.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityOf, killRounds } from '../../test/faults/kill-rounds.ts';
import { startPostgres } from '../../test/postgres.ts';

const rounds = Number(process.argv[2] ?? 20);
const folder = () => mkdtempSync(join(tmpdir(), 'assay-kill-'));
let failed = false;

const embedded = folder();
const sqlite = await killRounds(rounds, embedded);
console.log('SQLite', sqlite, 'integrity', await integrityOf(join(embedded, 'assay.db')));
failed ||= sqlite.lost.length > 0;
rmSync(embedded, { recursive: true, force: true });

const dataDir = folder();
const server = await startPostgres({ durable: true });
const postgres = await killRounds(rounds, dataDir, { DATABASE_URL: server.url });
console.log('PostgreSQL', postgres);
failed ||= postgres.lost.length > 0;
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
