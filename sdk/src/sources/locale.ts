// The languages in order of preference, and the name of the time zone.

export function locale() {
  const languages = navigator.languages?.length ? [...navigator.languages] : [navigator.language];
  return { languages: languages.filter(Boolean).slice(0, 20), timezone: timeZone() || undefined };
}

/** Prefers Temporal: a DateTimeFormat first loads calendar data, which takes 14 ms in one task on a desktop. */
function timeZone(): string {
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };
  return Temporal ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
