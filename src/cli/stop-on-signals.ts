// Stops a long command gracefully: the first signal requests a stop, a second one ends the process.

/** `dispose` removes the signal handlers. */
export function stopOnSignals(): { requested: () => boolean; dispose: () => void } {
  let requested = false;
  const onSignal = () => {
    requested = true;
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  return {
    requested: () => requested,
    dispose: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
}
