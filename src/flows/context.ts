// The dependencies every flow receives: storage, time, ids, randomness and webhook settings. Composed once at startup.
import type { Policy } from '../policy/policy.ts';
import type { Store } from '../records/store.ts';
import type { Environment } from '../records/tenants.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { IdSource } from '../vocabulary/ids.ts';
import type { KeyRing } from '../vocabulary/key-ring.ts';
import type { Subscriber } from '../webhooks/announce.ts';
import type { TargetRules } from '../webhooks/target.ts';

/** Password hashing. Deliberately slow, so it runs off the event loop. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
  /** Whether it is among the passwords that attackers try first. */
  isCommon(password: string): Promise<boolean>;
  /** Defined where checks are bounded. @throws Failure `password_checks_busy` when one more would be refused now. */
  requireCapacity?(): void;
}

/** An email to people, in plain text. */
export interface Mail {
  /** Identifies the message, so that mail programs show a repetition once. */
  id: string;
  to: readonly string[];
  title: string;
  text: string;
}

/** Sends alerts. Neither function throws: both return why the message was not accepted, or null. */
export interface Notifier {
  /** Sends email; null when the operator has set no SMTP server. */
  mail: ((mail: Mail) => Promise<string | null>) | null;
  /** POSTs JSON to a URL, under the same address rules as webhooks. */
  post: (url: string, body: string) => Promise<string | null>;
  /** The address of the dashboard, without a trailing slash. */
  baseUrl: () => string;
}

export interface Context {
  store: Store;
  clock: Clock;
  newId: IdSource;
  randomBytes: (size: number) => Uint8Array;
  /** The active policy when `environment` was read. Policy versions are immutable, so they are cached in memory. */
  policyOf: (environment: Environment) => Promise<Policy>;
  /** The active endpoints when `environment` was read, cached in memory by its `webhooksVersion`. */
  subscribersOf: (environment: Environment) => Promise<readonly Subscriber[]>;
  /** Wakes the dispatcher; called after a commit that queued deliveries. */
  deliveriesQueued: () => void;
  webhooks: {
    /** Encrypt and decrypt endpoint secrets and second factors. */
    keys: KeyRing;
    /** Which addresses deliveries may be sent to. */
    targetRules: TargetRules;
    /** All addresses of a host, or null when the name does not resolve. */
    resolveHost: (host: string) => Promise<readonly string[] | null>;
  };
  notifier: Notifier;
  passwords: Passwords;
  /** Session lifetimes in ms, set by the operator. */
  limits: { sessionIdle: number; sessionAbsolute: number };
  /** Idempotency keys of requests in progress in this process, as `environment/key`. */
  inFlight: Set<string>;
}
