// Gives the page its turn between two pieces of work, so that no task of ours grows long.

/** Resolves in a later task. A message is used, not a timer: nested timers wait at least 4 ms, and a hidden tab's 1 s. */
export function yieldToPage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
