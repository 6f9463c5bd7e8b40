// The codes of errors of imports, which only the command line has. Part of `ERROR_CODES`.

export const IMPORT_CODES = {
  import_source_changed: {
    status: 409,
    cause: 'Command line: the beginning of the file is the same as in an earlier import, but the rest differs.',
    cure: 'Name the file with `--source`.',
  },
  import_running: {
    status: 409,
    cause: 'Command line: another import of the same file stores its lines.',
    cure: 'Let it end, then run the same command again if lines are missing.',
  },
  bad_line: {
    status: 422,
    cause: 'Command line: a line of an imported file is invalid.',
    cure: 'Correct the line; the message has its number.',
  },
} as const;
