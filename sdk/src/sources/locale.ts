// Languages in the order of preference, and the time zone by name.

export function locale() {
  const languages = navigator.languages?.length ? [...navigator.languages] : [navigator.language];
  return {
    languages: languages.filter(Boolean).slice(0, 20),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || undefined,
  };
}
