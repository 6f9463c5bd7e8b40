// Makes `navigator.language` a tag that Intl accepts. Chromium under the POSIX locale says "en-US@posix", and uPlot formats its
// numbers by it when it is loaded: every chart failed there.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
