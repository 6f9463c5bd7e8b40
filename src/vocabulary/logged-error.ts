// The fields of an error that may be logged.

/** Only these: a database error may contain the values of its statement, such as an account id, in others. */
export function loggedError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'a value that is not an Error was thrown' };
  const { name, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return { name, code, stack, ...(cause === undefined ? {} : { cause: loggedError(cause) }) };
}
