// Saves a download under a name with its content and date.
import { inputValue, timeZoneChoice } from './time-zone.ts';

/** Saves, for example, `events-2026-03-02.csv`; the date is that of the chosen zone. */
export function saveFile(content: Blob, name: string, format: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${inputValue(new Date().toISOString(), timeZoneChoice()).slice(0, 10)}.${format}`;
  link.click();
  URL.revokeObjectURL(url);
}
