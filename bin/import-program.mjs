// Runs a built program in this process, and says in one sentence if the limit of open files is too low to load it.

const TOO_FEW_FILES = new Set(['EMFILE', 'ENFILE']);

export async function importProgram(url) {
  try {
    await import(url);
  } catch (error) {
    if (!TOO_FEW_FILES.has(error.code)) throw error;
    console.error(
      `assay: the program cannot be loaded: too many open files (${error.code}); raise the limit (ulimit -n)`,
    );
    process.exit(1);
  }
}
