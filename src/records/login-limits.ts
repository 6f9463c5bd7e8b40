// Storage contract for the login rate limits that all processes share, and for the addresses that members logged in from.

/** A token bucket stored as one number: when it is full again (the generic cell rate algorithm of ITU-T I.371). */
export interface LoginLimit {
  /** A whole number below 2^53. Keys with the same number share the limit. */
  bucket: number;
  /** ms until another attempt becomes available. */
  interval: number;
  /** Attempts that may arrive at once after a pause. */
  burst: number;
}

export interface LoginLimitRow {
  bucket: number;
  /** When the limit is full again, or when the login was, ms. */
  at: number;
  digest: number;
}

export interface LoginLimitStore {
  /** The stored rows of these buckets. */
  read(buckets: readonly number[]): Promise<LoginLimitRow[]>;
  /** Takes one attempt of each limit. Returns false, and takes none, when one of them has no attempt left. */
  take(limits: readonly LoginLimit[], now: number): Promise<boolean>;
  /** Stores a login in place of any other one in the same bucket. */
  remember(login: LoginLimitRow): Promise<void>;
}
