// The codes of errors that pass by themselves: status 503, with `Retry-After`. Part of `ERROR_CODES`.

export const UNAVAILABLE_CODES = {
  storage_unavailable: {
    status: 503,
    cause: 'The database cannot take the write: it is full, locked, damaged, restarting or unreachable.',
    cure: 'Fail open and send the event again after `Retry-After` seconds with the same `Idempotency-Key`.',
  },
  password_checks_busy: {
    status: 503,
    cause: 'Too many passwords are being checked, for example during a flood of logins.',
    cure: 'Try again after `Retry-After` seconds. Events and existing sessions are not affected.',
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
