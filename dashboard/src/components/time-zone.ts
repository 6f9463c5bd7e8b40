// Whether times are shown in the zone of this browser or in UTC, and the conversions between them and the API's UTC.
import { useSyncExternalStore } from 'react';

export const TIME_ZONE_CHOICES = ['local', 'utc'] as const;
export type TimeZoneChoice = (typeof TIME_ZONE_CHOICES)[number];

const KEY = 'assay.time-zone';
const listeners = new Set<() => void>();
let choice: TimeZoneChoice = readChoice();

function readChoice(): TimeZoneChoice {
  try {
    return localStorage.getItem(KEY) === 'utc' ? 'utc' : 'local';
  } catch {
    return 'local';
  }
}

export function setTimeZoneChoice(next: TimeZoneChoice): void {
  choice = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Without storage, the setting lasts until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

export const timeZoneChoice = (): TimeZoneChoice => choice;

export function useTimeZoneChoice(): TimeZoneChoice {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => choice,
  );
}

/** `2026-03-02 14:05:31` in the chosen zone. */
export function formatTime(iso: string, zone: TimeZoneChoice): string {
  return `${inputValue(iso, zone).replace('T', ' ')}:${iso.slice(17, 19)}`;
}

/** The zone's name at that time: `UTC`, `CET`, `GMT+5:30`. */
export function zoneName(iso: string, zone: TimeZoneChoice): string {
  if (zone === 'utc') return 'UTC';
  const parts = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts(new Date(iso));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local time';
}

/** The identifier of the zone, for labels and settings: `Europe/Berlin`, `UTC`. */
export function zoneId(zone: TimeZoneChoice): string {
  return zone === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A time as a `datetime-local` field shows it: `2026-03-02T14:05`. */
export function inputValue(iso: string, zone: TimeZoneChoice): string {
  if (zone === 'utc') return iso.slice(0, 16);
  const date = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  const year = String(date.getFullYear()).padStart(4, '0');
  const day = `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The time that was entered in a `datetime-local` field, as the API takes it. */
export function enteredTime(value: string, zone: TimeZoneChoice): string {
  return zone === 'utc' ? `${value}:00.000Z` : new Date(value).toISOString();
}
