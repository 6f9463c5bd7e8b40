// Sets up an installation on either engine and seeds its test environment for the measurements of the dashboard.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../test/postgres.ts';
import { seedDataset } from '../seed/seed.ts';
import { type DatabaseLocation, openTables } from '../seed/tables.ts';
import { serviceTemplate } from '../seed/template.ts';
import { SERVER, startService } from '../service/start-service.ts';

export type EngineName = 'sqlite' | 'postgres';

export interface Installation {
  dataDir: string;
  /** Settings for a service on this installation. */
  environment: Record<string, string>;
  remove: () => Promise<void>;
}

/** An installation with `events` events in its test environment, in a temporary folder. */
export async function seedInstallation(engine: EngineName, events: number): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-dashboard-'));
  // The same settings as in the other measurements of a million events.
  const settings = { shared_buffers: '512MB', max_wal_size: '8GB' };
  const server = engine === 'postgres' ? await startPostgres({ durable: true, settings }) : null;
  const environment: Record<string, string> = server === null ? {} : { DATABASE_URL: server.url };
  const remove = async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const location: DatabaseLocation =
    server === null ? { engine: 'sqlite', path: join(dataDir, 'assay.db') } : { engine: 'postgres', url: server.url };
  try {
    // The first start creates the schema and the environments.
    await (await startService(SERVER, '/readyz', environment, dataDir)).stop();
    const tables = await openTables(location);
    const [test] = await tables.all("SELECT number FROM environments WHERE kind = 'test'");
    await tables.close();
    const started = performance.now();
    await seedDataset(location, await serviceTemplate(), { environmentNumber: Number(test?.number), events });
    if (engine === 'postgres') await vacuum(location);
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    console.error(`${engine}, ${events} events: seeded in ${seconds} s`);
    return { dataDir, environment, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Autovacuum would do it within a minute and disturb the measurement. */
async function vacuum(location: DatabaseLocation): Promise<void> {
  const tables = await openTables(location);
  await tables.all('VACUUM ANALYZE');
  await tables.close();
}
