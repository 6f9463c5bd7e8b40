// Inspects a streaming replica for `assay doctor`: whether it follows the database, and how far behind it is.
import { doctorQuery } from './doctor-query.ts';

const PRIMARY =
  'SELECT system_identifier::text AS system, pg_current_wal_lsn()::text AS position FROM pg_control_system()';
/** Without new log records, the last one may be old although the replica has everything. */
const REPLICA = `SELECT system_identifier::text AS system, pg_is_in_recovery() AS "isReplica",
    greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 AS "bytesBehind",
    coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 AS "secondsSince"
  FROM pg_control_system()`;

export interface ReplicaReport {
  /** Whether it replays the log of another server, and whether that server is this database's. */
  isReplica: boolean;
  followsDatabase: boolean;
  /** Bytes of the log that it has not replayed. */
  bytesBehind: number;
  /** Age of the last transaction it replayed, s; 0 when it has everything. */
  secondsBehind: number;
}

/** @throws Error when one of the two cannot be reached. */
export async function inspectReplica(url: string, readUrl: string): Promise<ReplicaReport> {
  const [primary] = await doctorQuery<{ system: string; position: string }>(url, PRIMARY);
  const [replica] = await doctorQuery<{
    system: string;
    isReplica: boolean;
    bytesBehind: number | null;
    secondsSince: number;
  }>(readUrl, REPLICA, [primary?.position ?? '0/0']);
  if (replica === undefined) throw new Error('the replica did not answer');
  const bytesBehind = replica.bytesBehind ?? 0;
  return {
    isReplica: replica.isReplica,
    followsDatabase: replica.system === primary?.system,
    bytesBehind,
    secondsBehind: bytesBehind === 0 ? 0 : replica.secondsSince,
  };
}
