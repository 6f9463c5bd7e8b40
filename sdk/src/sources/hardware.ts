// Cores, memory (rounded by the browser) and touch points.

export function hardware() {
  return {
    hardware_concurrency: navigator.hardwareConcurrency || undefined,
    device_memory: (navigator as { deviceMemory?: number }).deviceMemory,
    max_touch_points: navigator.maxTouchPoints as number | undefined,
  };
}
