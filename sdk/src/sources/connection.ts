// The browser's estimate of the round-trip time, ms, rounded to 25; headless Chromium on a server reports 0.

export function connection() {
  return { connection_rtt: (navigator as { connection?: { rtt?: number } }).connection?.rtt };
}
