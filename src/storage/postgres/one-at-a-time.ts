// Shares a run of some work among all who ask for it meanwhile: a flood of probes then takes one connection.

export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
