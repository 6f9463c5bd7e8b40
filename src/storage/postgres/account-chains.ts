// Chains events of one account: those that wait for each other run in one transaction.
import type { EventKeys } from '../../records/ingest.ts';
import { accountLockName, type KeyedMutex, lockNames } from './key-locks.ts';

/** Bounds how long the first event of a chain waits for the last. */
const MAX_EVENTS = 16;

export interface ChainMember {
  eventKeys: EventKeys;
  reject: (error: unknown) => void;
}

interface Chain<M> {
  members: M[];
  /** Release the devices and idempotency keys of all members but the first. */
  leave: (() => void)[];
}

/** Runs each event under the locks of its keys within this process, together with others that waited for the same account. */
export class AccountChains<M extends ChainMember> {
  readonly #mutex: KeyedMutex;
  readonly #run: (members: readonly M[]) => Promise<void>;
  /** By the name of the account's lock: the newest chain that has not begun. */
  readonly #open = new Map<string, Chain<M>>();

  /** `run` settles the members, in order, and does not reject. */
  constructor(mutex: KeyedMutex, run: (members: readonly M[]) => Promise<void>) {
    this.#mutex = mutex;
    this.#run = run;
  }

  add(member: M): void {
    const names = lockNames(member.eventKeys);
    const account = accountLockName(member.eventKeys);
    if (account === null) {
      void this.#start(names, { members: [member], leave: [] }, () => {});
      return;
    }
    const open = this.#open.get(account);
    if (open !== undefined && this.#joins(open, member, account, names)) return;
    const chain: Chain<M> = { members: [member], leave: [] };
    this.#open.set(account, chain);
    void this.#start(names, chain, () => {
      if (this.#open.get(account) === chain) this.#open.delete(account);
    });
  }

  /** Joins only if no other event uses the event's device: an event that waits in two places at once could wait for itself. */
  #joins(chain: Chain<M>, member: M, account: string, names: readonly string[]): boolean {
    if (chain.members.length >= MAX_EVENTS) return false;
    const leave = this.#mutex.tryJoin(names.filter((name) => name !== account));
    if (leave === null) return false;
    chain.members.push(member);
    chain.leave.push(leave);
    return true;
  }

  async #start(names: readonly string[], chain: Chain<M>, close: () => void): Promise<void> {
    try {
      await this.#mutex.runExclusive(names, () => {
        close();
        return this.#run(chain.members);
      });
    } catch (error) {
      close();
      for (const { reject } of chain.members) reject(error);
    }
    for (const leave of chain.leave) leave();
  }
}
