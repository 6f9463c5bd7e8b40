// Reads which settings of a PostgreSQL server make it lose or damage data in a power failure, for `assay doctor`.
import { doctorQuery } from './doctor-query.ts';

/** No session can change these, unlike `synchronous_commit`. */
const UNSAFE = `SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY name`;

/** @throws Error when the server cannot be reached. */
export async function unsafeSettings(url: string): Promise<string[]> {
  return (await doctorQuery<{ name: string }>(url, UNSAFE)).map(({ name }) => name);
}
