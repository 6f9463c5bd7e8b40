// Refuses a database that cannot store every text: the server would reject single events, whose texts come from anyone's browser.
import type pg from 'pg';
import { place } from './unreachable.ts';

/** SQL_ASCII stores the bytes of each text as they are sent, which is UTF-8. */
const COMPLETE: readonly string[] = ['UTF8', 'SQL_ASCII'];

/** @throws Error that names the encoding. */
export async function requireEncoding(pool: pg.Pool, url: string): Promise<void> {
  const { rows } = await pool.query<{ encoding: string }>(`SELECT current_setting('server_encoding') AS encoding`);
  const encoding = rows[0]?.encoding ?? '';
  if (COMPLETE.includes(encoding)) return;
  throw new Error(
    `the database of DATABASE_URL${place(url)} has the encoding ${encoding}, which cannot store every text: create another with ` +
      `CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'; backup and restore move what this one contains`,
  );
}
