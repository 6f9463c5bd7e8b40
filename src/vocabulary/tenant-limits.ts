// Limits of environments and keys that the API and the dashboard share.

/** Code points of the name of an environment or a key. */
export const TENANT_NAME_MAX = 120;

/** Days for which an environment may store raw addresses and client signals. */
export const RETENTION_DAYS = { min: 1, max: 3_650 } as const;
