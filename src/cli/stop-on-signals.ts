// Lets a long command end in order: the first signal ends it after what is under way, a second one ends the process.

export function stopOnSignals(): { asked: () => boolean; forget: () => void } {
  let asked = false;
  const ask = () => {
    asked = true;
  };
  process.once('SIGINT', ask).once('SIGTERM', ask);
  return {
    asked: () => asked,
    forget: () => void process.off('SIGINT', ask).off('SIGTERM', ask),
  };
}
