// What the role needs to record events, and the first privilege that it lacks, for `/readyz`.
import { EVENT_WRITES } from '../events/event-writes.ts';
import { select, type TableName, type Write } from '../sql.ts';
import { macro } from '../sql-macros.ts';

/** An event reads these, and writes none of them. */
const READ_TABLES: readonly TableName[] = ['api_keys', 'environments', 'policies', 'webhook_endpoints'];

/** Pairs of table and privilege, as JSON. */
export const EVENT_PRIVILEGES: string = JSON.stringify(
  [
    ...new Set([
      ...READ_TABLES.map((table) => `${table} SELECT`),
      ...EVENT_WRITES.flatMap((write) => ['SELECT', ...written(write)].map((name) => `${write.touches} ${name}`)),
    ]),
  ].map((pair) => pair.split(' ')),
);

/**
 * A value for `EVENT_PRIVILEGES` gives the first that is missing, such as `INSERT on events`, or null. A privilege on single columns counts:
 * a role that is granted each of them can record events.
 */
export const MISSING_PRIVILEGE = select`(each.value ->> 1) || ' on ' || (each.value ->> 0) FROM ${macro.each_json}
  WHERE NOT has_any_column_privilege(each.value ->> 0, each.value ->> 1) LIMIT 1`;

function written({ text }: Write): string[] {
  if (text.startsWith('UPDATE')) return ['UPDATE'];
  return text.includes('DO UPDATE') ? ['INSERT', 'UPDATE'] : ['INSERT'];
}
