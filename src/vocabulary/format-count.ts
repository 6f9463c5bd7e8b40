// Formats numbers for sentences and tables, the same in the API, the command line and the dashboard.

const FORMAT = new Intl.NumberFormat('en');

/** `999`, `1,234`. */
export function formatNumber(value: number): string {
  return FORMAT.format(value);
}

/** `1 failure`, `4 failures`, `1,234 failures`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
