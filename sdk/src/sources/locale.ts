// Languages in the order of preference, and the time zone by name.

export function locale() {
  const languages = navigator.languages?.length ? [...navigator.languages] : [navigator.language];
  return { languages: languages.filter(Boolean).slice(0, 20), timezone: timeZone() || undefined };
}

/** Temporal just tells; a DateTimeFormat first loads a calendar's words, 14 ms of one task on a desktop. */
function timeZone(): string {
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };
  return Temporal ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
