// Makes `navigator.language` a tag that Intl accepts. Chromium under the POSIX locale reports "en-US@posix"; uPlot formats numbers
// with it while loading, so every chart would fail.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
