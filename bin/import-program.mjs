// Runs a built program in this process, and says in one sentence if packages are missing or the limit of open files is too low to load it.

const TOO_FEW_FILES = new Set(['EMFILE', 'ENFILE']);

export async function importProgram(url) {
  try {
    await import(url);
  } catch (error) {
    const reason = reasonNotLoaded(error);
    if (reason === null) throw error;
    console.error(`assay: the program cannot be loaded: ${reason}`);
    process.exit(1);
  }
}

/** What to do about an error of loading a module, or null. */
export function reasonNotLoaded({ code, message }) {
  if (TOO_FEW_FILES.has(code)) return `too many open files (${code}); raise the limit (ulimit -n)`;
  const name = code === 'ERR_MODULE_NOT_FOUND' ? /^Cannot find package '([^']+)'/.exec(message)?.[1] : undefined;
  return name === undefined ? null : `the package ${name} is not installed; run npm ci first`;
}
