// Which environment holds an event or a device, written once for both engines.
import type { ListReader, Locatable } from '../../records/lists.ts';
import { first, type Querier } from '../engine.ts';

const TABLES: Readonly<Record<Locatable, string>> = { event: 'events', device: 'devices' };

/** Ids are unique in all, but every index begins with the environment: one look-up for each. */
const ANYWHERE = (table: string) =>
  `SELECT n.number FROM environments n WHERE EXISTS (SELECT 1 FROM ${table} t WHERE t.environment_id = n.number AND t.id = ?)`;
const AMONG = (table: string, count: number) =>
  `SELECT t.environment_id AS number FROM ${table} t
    WHERE t.environment_id IN (${Array(count).fill('?').join(', ')}) AND t.id = ?`;

/**
 * Whoever asks for what is theirs, nearly everybody, reads their own environments alone. Only a refusal looks through all of
 * them, and looks through all of them whether it finds the id or not: what is foreign takes as long as what is unknown.
 */
export function locator(read: Querier): ListReader['locate'] {
  const one = async (sql: string, ...values: (string | number)[]) =>
    (await first(read.all<{ number: number }>(sql, ...values)))?.number ?? null;
  return async (kind, id, own) => {
    const table = TABLES[kind];
    const held = own.length === 0 ? null : await one(AMONG(table, own.length), ...own, id);
    return held ?? one(ANYWHERE(table), id);
  };
}
