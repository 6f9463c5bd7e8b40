// Serializes events that share a key: across processes with advisory locks, and before that within this process with a mutex.
import { hash } from 'node:crypto';
import type { EventKeys } from '../../records/ingest.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Engine } from '../engine.ts';
import { list, type Sql, type Statement, select, sql } from '../sql.ts';

/** How long an event waits for earlier ones with the same keys; as long as for a connection. */
const TIMEOUT_MS = 10_000;

/** The account, the device as far as it is known before it is resolved, and the idempotency key. */
export function lockNames(eventKeys: EventKeys): string[] {
  const device = eventKeys.persistentId ?? eventKeys.fingerprint;
  const names = [`d:${device ?? ''}`, `i:${eventKeys.idempotencyKey ?? ''}`]
    .filter((name) => name.length > 2)
    .map((name) => `${eventKeys.environmentNumber}:${name}`);
  const account = accountLockName(eventKeys);
  return account === null ? names : [account, ...names];
}

/** The name of the account's lock among `lockNames`, or null. */
export function accountLockName({ environmentNumber, accountKey }: EventKeys): string | null {
  return accountKey === null || accountKey === '' ? null : `${environmentNumber}:a:${accountKey}`;
}

/** The numbers that PostgreSQL locks for an event, in no order. */
export function lockKeysOf(eventKeys: EventKeys): bigint[] {
  return lockNames(eventKeys).map(lockKey);
}

/** One command that takes the locks of many events at once, in numeric order; on one server only. */
export function lockAllSql(events: readonly EventKeys[]): string {
  const keys = [...new Set(events.flatMap(lockKeysOf))].sort((a, b) => (a < b ? -1 : 1));
  return `SELECT count(pg_advisory_xact_lock(key)) FROM unnest('{${keys.join(',')}}'::bigint[]) AS keys (key)`;
}

/** Where locks are taken: on the server of the connection, or on the node that stores the environment. */
export type LockPlace = 'server' | 'owner';

/** One command that takes the locks from left to right in numeric order, so that two transactions never deadlock. */
export function lockKeysSql(eventKeys: EventKeys, place: LockPlace): string {
  const keys = lockKeysOf(eventKeys);
  keys.sort((a, b) => (a < b ? -1 : 1));
  return takeLocks(eventKeys.environmentNumber, keys, place).text;
}

/** Locks an account, as the first statement of a transaction; see `Engine.lockAccount`. */
export const lockAccountAt =
  (place: LockPlace): Engine['lockAccount'] =>
  async (querier, environmentNumber, accountKey) => {
    const key = lockKey(`${environmentNumber}:a:${accountKey}`);
    await querier.all(takeLocks(environmentNumber, [key], place));
  };

/**
 * Advisory locks of two servers do not exclude each other. On a distributed database the command therefore reads a row of
 * the environment, its first policy, and Citus runs it on the node that stores the row, wherever the transaction entered.
 */
function takeLocks(environmentNumber: number, keys: readonly bigint[], place: LockPlace): Statement {
  const locks = list(keys.map(advisoryLock));
  if (place === 'server' || keys.length === 0) return select`${locks}`;
  return select`${locks} FROM policies WHERE environment_id = ${environmentNumber} AND version = 1`;
}

function advisoryLock(key: bigint): Sql {
  return sql`pg_advisory_xact_lock(${key})`;
}

/** The first 64 bits of a SHA-256, as the signed integer that PostgreSQL locks. */
function lockKey(name: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', name, 'hex').slice(0, 16)}`));
}

/**
 * Admits one event per name at a time. Without it, the events of one attacked account would each wait for their locks in the
 * database on a connection, of which a process has eight: all other events would have to wait for that account, too.
 */
export class KeyedMutex {
  /** The last caller in each queue; settles when that caller has left. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #timeoutMs: number;

  constructor(timeoutMs: number = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  /** @throws Failure `unavailable` when the names did not become free in time; `work` was not started then. */
  async runExclusive<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    // All queues are joined at once, so a caller waits only for earlier callers and two never deadlock.
    const earlier = Promise.all(names.map((name) => this.#last.get(name)));
    const leave = this.#join(names);
    if (!(await settlesWithin(earlier, this.#timeoutMs))) {
      void earlier.then(leave);
      throw new Failure('unavailable', 'storage_unavailable', 'too many events of one account or device are waiting', {
        retryAfter: 1,
      });
    }
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Takes the names without waiting; returns how to leave them, or null when one is taken. */
  tryJoin(names: readonly string[]): (() => void) | null {
    return names.some((name) => this.#last.has(name)) ? null : this.#join(names);
  }

  #join(names: readonly string[]): () => void {
    let settle = () => {};
    const left = new Promise<void>((resolve) => {
      settle = resolve;
    });
    for (const name of names) this.#last.set(name, left);
    return () => {
      for (const name of names) if (this.#last.get(name) === left) this.#last.delete(name);
      settle();
    };
  }
}

function settlesWithin(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), limitMs);
    void promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
