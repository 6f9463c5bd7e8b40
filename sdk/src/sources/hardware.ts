// Cores, memory (rounded by the browser) and touch points.

export function hardware() {
  // Brave reports other cores and another memory size after each start: its id would seem to be on another machine.
  const told = 'brave' in navigator ? {} : (navigator as { hardwareConcurrency?: number; deviceMemory?: number });
  return {
    hardware_concurrency: told.hardwareConcurrency || undefined,
    device_memory: told.deviceMemory,
    max_touch_points: navigator.maxTouchPoints as number | undefined,
  };
}
