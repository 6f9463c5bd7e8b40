// Reads the system and script engine that a user agent claims, for the automation checks.

export type System = 'windows' | 'macos' | 'ios' | 'android' | 'linux';
export type Engine = 'chromium' | 'gecko' | 'webkit';

/** The claimed operating system; undefined when the string names none of them. */
export function claimedSystem(userAgent: string): System | undefined {
  if (/Windows NT/.test(userAgent)) return 'windows';
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Android/.test(userAgent)) return 'android';
  if (/Macintosh|Mac OS X/.test(userAgent)) return 'macos';
  if (/Linux|X11|CrOS/.test(userAgent)) return 'linux';
  return undefined;
}

/** The claimed script engine. Every browser on iOS is WebKit, whatever its brand. */
export function claimedEngine(userAgent: string): Engine | undefined {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'webkit';
  if (/Firefox\//.test(userAgent)) return 'gecko';
  if (/Chrome\/|Chromium\//.test(userAgent)) return 'chromium';
  if (/AppleWebKit\//.test(userAgent)) return 'webkit';
  return undefined;
}

/** Whether the user agent claims a phone, which has a touch screen. */
export function claimsPhone(userAgent: string): boolean {
  return /iPhone|iPod|Android.*Mobile/.test(userAgent);
}
