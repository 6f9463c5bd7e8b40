// `npm run prove:kill [-- ROUNDS]`: rounds of kill -9 under load on both engines; prints what was acknowledged and lost.
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

const beside = folder();
const server = await startPostgres({ durable: true });
const postgres = await killRounds(rounds, beside, { DATABASE_URL: server.url });
console.log('PostgreSQL', postgres);
failed ||= postgres.lost.length > 0;
await server.stop();
rmSync(beside, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
