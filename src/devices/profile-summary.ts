// Presents a profile to people: its traits, and a one-line summary of browser and system.
import type { Profile, SignalValue } from './observation.ts';
import { isSignalKey } from './signal-names.ts';

const UNKNOWN = 'Unknown device';

/** The profile without what recognition stores in it for itself: ids, which are digests, a time, and names of noisy signals. */
export function traitsOf(profile: Profile): [name: string, value: SignalValue][] {
  return Object.entries(profile).filter(([name]) => isSignalKey(name));
}

/** Summarizes a profile: `Chrome 147 on Windows 11`, `Safari 26 on iOS`, `Unknown device`. */
export function profileSummary(profile: Profile): string {
  const browser = browserText(profile);
  const system = systemText(profile);
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN;
}

function browserText(profile: Profile): string | null {
  const family = profile.browser_family;
  if (family === undefined) return null;
  const major = first(profile.browser_version);
  return major === null ? String(family) : `${family} ${major}`;
}

function systemText(profile: Profile): string | null {
  const family = profile.os_family;
  if (family === undefined) return null;
  const version = versionText(String(family), profile.os_version);
  const system = version === null ? String(family) : `${family} ${version}`;
  const model = profile.model;
  return model === undefined ? system : `${system} (${model})`;
}

/**
 * Client hints number Windows by its API contract: 13 and later is Windows 11, 1 to 10 is Windows 10. macOS 11 and later
 * is shown by its major version, earlier ones as "10.x".
 */
function versionText(family: string, version: Profile[string] | undefined): string | null {
  const major = first(version);
  if (major === null || !Array.isArray(version)) return null;
  if (family === 'Windows') {
    if (major === 0) return ['7', '8', '8.1'][Number(version[1]) - 1] ?? null;
    return major >= 13 ? '11' : '10';
  }
  if (family === 'Linux' || family === 'ChromeOS') return null;
  return major === 10 && family === 'macOS' ? `10.${version[1] ?? 0}` : String(major);
}

function first(version: Profile[string] | undefined): number | null {
  return Array.isArray(version) && version.length > 0 ? Number(version[0]) : null;
}
