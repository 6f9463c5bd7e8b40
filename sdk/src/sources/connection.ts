// The browser's own estimate of the round trip, in ms, rounded to 25; headless Chromium on a server tells 0.

export function connection() {
  return { connection_rtt: (navigator as { connection?: { rtt?: number } }).connection?.rtt };
}
