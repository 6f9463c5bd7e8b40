// What every action is given: storage, time, identifiers and the way to wake the dispatcher. Made once, in main.
import type { Policy } from '../policy/policy.ts';
import type { Store } from '../records/store.ts';
import type { Environment } from '../records/tenants.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { IdSource } from '../vocabulary/ids.ts';
import type { Subscriber } from '../webhooks/announce.ts';
import type { KeyRing } from '../webhooks/secret-encryption.ts';
import type { TargetRules } from '../webhooks/target.ts';

/** How passwords are kept; slow on purpose, so it runs outside the event loop. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
}

export interface Context {
  store: Store;
  clock: Clock;
  newId: IdSource;
  randomBytes: (size: number) => Uint8Array;
  /** The policy in force when `environment` was read. Versions never change, so they are kept in memory. */
  policyOf: (environment: Environment) => Promise<Policy>;
  /** The active endpoints when `environment` was read; kept in memory by its `webhooksVersion`. */
  subscribersOf: (environment: Environment) => Promise<readonly Subscriber[]>;
  /** Called after a commit that queued deliveries. */
  deliveriesQueued: () => void;
  webhooks: {
    /** Seals and opens endpoint secrets. */
    keys: KeyRing;
    /** Which addresses may be sent to. */
    targetRules: TargetRules;
    /** All addresses of a host, or null when it has none. */
    resolveHost: (host: string) => Promise<readonly string[] | null>;
  };
  passwords: Passwords;
  /** Times in ms that the operator may set. */
  limits: { sessionIdle: number; sessionAbsolute: number };
  /** Idempotency keys being worked on in this process, as `environment/key`. */
  inFlight: Set<string>;
}
