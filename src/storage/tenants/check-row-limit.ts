// Limits the number of rows of an environment, a member or a target.
import type { ErrorCode } from '../../vocabulary/error-codes.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Querier, Value } from '../engine.ts';
import { first } from '../reads.ts';
import { type Statement, update } from '../sql.ts';

const LOCK_ENVIRONMENT = update('environments')`SET name = name WHERE number = ?`;

export interface RowLimit {
  limit: number;
  /** Counts the rows, as `count`. */
  count: Statement;
  /** The error thrown when there are as many rows as the limit. */
  code: ErrorCode;
  detail: string;
}

/**
 * Call it before the INSERT, in the same transaction. It locks the environment's row until the commit, so that only one of two
 * concurrent requests takes the last place.
 * @throws Failure `conflict`.
 */
export async function checkRowLimit(
  querier: Querier,
  environmentNumber: number,
  { limit, count, code, detail }: RowLimit,
  ...values: Value[]
): Promise<void> {
  await lockEnvironment(querier, environmentNumber);
  const existing = await first(querier.all<{ count: number }>(count, environmentNumber, ...values));
  if ((existing?.count ?? 0) >= limit) throw new Failure('conflict', code, detail);
}

/** Until the commit. For what depends on other rows of the environment, which may be missing now and inserted meanwhile. */
export async function lockEnvironment(querier: Querier, environmentNumber: number): Promise<void> {
  await querier.run(LOCK_ENVIRONMENT, environmentNumber);
}
