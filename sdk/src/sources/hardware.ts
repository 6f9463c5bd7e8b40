// Cores, memory (rounded by the browser) and touch points.

interface Machine {
  hardwareConcurrency?: number;
  deviceMemory?: number;
  maxTouchPoints?: number;
  brave?: unknown;
}

export function hardware() {
  const machine: Machine = navigator;
  // Brave reports different cores and memory after each start: its id would seem to be on another machine.
  const told: Machine = machine.brave ? {} : machine;
  return {
    hardware_concurrency: told.hardwareConcurrency,
    device_memory: told.deviceMemory,
    max_touch_points: machine.maxTouchPoints,
  };
}
