// How much is read for the page of an account or an address, and of what is linked with them. The pages say so.

/** An attacked account may have 100,000 events, a device for each; few customers ever have as many as these. */
export const ACTIVITY_LIMITS = {
  /** Newest events: 10 ms with SQLite. */
  events: 5_000,
  /** Devices of an account, those used last. */
  devices: 10_000,
  /** Networks of an account that are listed, and proven ones that are read. */
  networks: 1_000,
  /** Neighbors of each kind that links follow from the start, and from each of its neighbors. */
  neighbors: [20, 5],
} as const;
