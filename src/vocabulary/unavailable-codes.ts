// The codes of temporary errors: status 503, with `Retry-After`. Part of `ERROR_CODES`.

export const UNAVAILABLE_CODES = {
  storage_unavailable: {
    status: 503,
    cause: 'The database cannot take the write: it is full, locked, damaged, restarting or unreachable.',
    cure: 'Fail open and send the event again after `Retry-After` seconds with the same `Idempotency-Key`.',
  },
  storage_read_only: {
    status: 503,
    cause: '`/readyz` only: the database is read-only, for example a standby after a failover.',
    cure: 'The operator connects the process to the primary, or ends the read-only mode.',
  },
  storage_full: {
    status: 503,
    cause: '`/readyz` only: a write failed because the disk is full, and there is still too little space.',
    cure: 'The operator frees space; the process then becomes ready by itself.',
  },
  too_few_connections: {
    status: 503,
    cause: '`/readyz` only: the database refuses connections that the process needs.',
    cure: 'The operator raises the limit of the server, the role or the database, or lowers `ASSAY_POOL_SIZE`.',
  },
  password_checks_busy: {
    status: 503,
    cause: 'Too many passwords are being checked, for example during a flood of logins.',
    cure: 'Try again after `Retry-After` seconds. Events and existing sessions are not affected.',
  },
  password_check_failed: {
    status: 503,
    cause: 'A password could not be checked, for example because the system refused the process a thread or memory.',
    cure: 'Try again after `Retry-After` seconds. The log says why; nothing was counted as a wrong password.',
  },
  starting: {
    status: 503,
    cause: '`/readyz` only: the process is still starting.',
    cure: 'Load balancers wait; nothing is wrong.',
  },
  stopping: {
    status: 503,
    cause: '`/readyz` only: the process is stopping and finishes its current requests.',
    cure: 'Load balancers send requests to another process.',
  },
  schema_changed: {
    status: 503,
    cause: 'The database belongs to a newer version than this process.',
    cure: 'The operator updates or restarts the process.',
  },
} as const;
