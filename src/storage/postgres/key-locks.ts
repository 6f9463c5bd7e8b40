// Whose events take turns, in the database among all processes and before that within this one.
import { hash } from 'node:crypto';
import type { EventKeys } from '../../records/ingest.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Querier } from '../engine.ts';

/** How long an event waits for those before it, as long as for a connection. */
const PATIENCE_MS = 10_000;

/** The account, the device as far as it can be named before it is resolved, the idempotency key. */
export function lockNames(eventKeys: EventKeys): string[] {
  const device = eventKeys.persistentId ?? eventKeys.fingerprint;
  const names = [`a:${eventKeys.accountKey ?? ''}`, `d:${device ?? ''}`, `i:${eventKeys.idempotencyKey ?? ''}`];
  return names.filter((name) => name.length > 2).map((name) => `${eventKeys.environmentNumber}:${name}`);
}

/** One command, taken from left to right in the order of the numbers, so that two transactions never wait crosswise. */
export function lockKeysSql(eventKeys: EventKeys): string {
  const turns = lockNames(eventKeys).map(turnOf);
  turns.sort((a, b) => (a < b ? -1 : 1));
  return `SELECT ${turns.map((turn) => `pg_advisory_xact_lock(${turn})`).join(', ')}`;
}

/** Takes the turn of an account before anything else of a transaction; see `Engine.holdAccount`. */
export async function lockAccount(querier: Querier, environmentNumber: number, accountKey: string): Promise<void> {
  await querier.all(`SELECT pg_advisory_xact_lock(${turnOf(`${environmentNumber}:a:${accountKey}`)})`);
}

/** The first 64 bits of a SHA-256 as the signed number that PostgreSQL locks. */
function turnOf(name: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', name, 'hex').slice(0, 16)}`));
}

/**
 * Lets one event a name through. Without it the events of one attacked account wait for their turn in the database, each
 * with a connection, and a process has eight: everybody else's events would wait for that account too.
 */
export class KeyedMutex {
  /** The last to have joined each queue; settles when it has left. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #patienceMs: number;

  constructor(patienceMs: number = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** @throws Failure `unavailable` when the turn did not come in time; `work` was not begun then. */
  async runExclusive<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    // All queues are joined at once, so everybody waits for earlier ones only and two never wait crosswise.
    const before = Promise.all(names.map((name) => this.#last.get(name)));
    const leave = this.#join(names);
    if (!(await settlesIn(before, this.#patienceMs))) {
      before.then(leave);
      throw new Failure('unavailable', 'storage_unavailable', 'too many events of one account or device wait', {
        retryAfter: 1,
      });
    }
    try {
      return await work();
    } finally {
      leave();
    }
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

function settlesIn(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), limitMs);
    promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
