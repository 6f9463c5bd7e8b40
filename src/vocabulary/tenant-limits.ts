// Limits of environments and keys that the API and the dashboard share.

/** Code points of the name of an environment or a key. */
export const TENANT_NAME_MAX = 120;
