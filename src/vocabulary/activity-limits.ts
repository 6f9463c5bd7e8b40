// Limits what is read for the page of an account or an address and for its links. The pages state the limits.

/** An attacked account may have 100,000 events, each from another device; few customers ever have as many as these. */
export const ACTIVITY_LIMITS = {
  /** Newest events: 10 ms with SQLite. */
  events: 5_000,
  /** Devices of an account, most recently used first. */
  devices: 10_000,
  /** Networks of an account that are listed, and proven networks that are read. */
  networks: 1_000,
  /** Neighbors of each kind that links follow from the start, and from each of its neighbors. */
  neighbors: [20, 5],
} as const;
