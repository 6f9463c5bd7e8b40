// What a campaign looks for among the events that were let through.

/**
 * Keys of a campaign, its devices and fingerprints, that are looked for: each costs one indexed read. Stopped events that a key needs:
 * a device with fewer may be a stranger's.
 */
export const LET_THROUGH_LIMITS = { keys: 50, stoppedEvents: 3 } as const;
