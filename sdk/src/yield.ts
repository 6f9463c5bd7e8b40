// Yields to the page between two pieces of work, which keeps the SDK's tasks short.

/** Resolves in a later task. Uses a message because nested timers wait at least 4 ms, and 1 s in hidden tabs. */
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
