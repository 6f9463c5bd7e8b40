// Ends a transaction on PostgreSQL: pipelines COMMIT after the statements sent, or rolls back.
import type { FailureHistory } from '../events/failure-history.ts';
import type { PostgresConnection } from './connection.ts';
import { isConnectionLost } from './failures.ts';

/**
 * Sends COMMIT and awaits the sent statements with it; PostgreSQL responds ROLLBACK when one failed. Throws the result of `unknown`
 * for a lost connection: the commit may or may not have been executed then.
 */
export async function commit(
  connection: PostgresConnection,
  failures: FailureHistory,
  sent: readonly Promise<unknown>[],
  unknown: (lost: unknown) => unknown,
): Promise<void> {
  const committed = handled(connection.exec('COMMIT'));
  const failure = await firstFailure(sent);
  try {
    const command = await committed;
    if (failure === null && command === 'COMMIT') return;
  } catch (error) {
    failures.clear();
    throw isConnectionLost(error) ? unknown(error) : error;
  }
  failures.clear();
  throw failure ?? new Error('the transaction was rolled back');
}

export async function rollback(connection: PostgresConnection, failures: FailureHistory): Promise<void> {
  failures.clear();
  await connection.exec('ROLLBACK').catch(() => {});
}

/** Marks a promise's rejection as handled: it is examined later, together with others. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

export async function firstFailure(promises: readonly Promise<unknown>[]): Promise<unknown> {
  for (const settled of await Promise.allSettled(promises)) {
    if (settled.status === 'rejected') return settled.reason;
  }
  return null;
}
