// Computes the keys by which a device is found again, and the frequency keys that count how rare its values are.
import { digest } from './digest.ts';
import type { CandidateKey, Profile, SignalValue } from './observation.ts';
import { PROFILE_NAMES } from './signal-names.ts';

/** The parts that belong to the machine rather than its settings: one joint key, because they are highly correlated. */
export const HARDWARE_NAMES = [
  'os_family',
  'browser_family',
  'gpu_renderer',
  'hardware_concurrency',
  'device_memory',
  'max_touch_points',
  'model',
] as const;

// With fewer known parts than this, the key would contain little more than the browser's name.
const MIN_HARDWARE_PARTS = 2;
const HARDWARE_PARTS = HARDWARE_NAMES.slice(2);

export interface ProfileKeys {
  candidate: readonly CandidateKey[];
  frequency: readonly string[];
}

/** The digest of all signals: the candidate key K1, and the fingerprint by which events are counted. */
export function fingerprintOf(profile: Profile): string {
  return digest(textOf(profile, PROFILE_NAMES));
}

/**
 * The candidate keys K1 to K5 and the frequency keys of a profile. K1 covers all signals; K2 is hardware with languages
 * and time zone, K3 hardware with screen, K4 hardware with fonts, K5 canvas with screen and time zone. A key with an
 * unknown part is omitted. Frequency keys are counted for `frequencies.ts`.
 */
export function profileKeys(profile: Profile, fingerprint = fingerprintOf(profile)): ProfileKeys {
  const candidate: CandidateKey[] = [{ kind: 1, digest: fingerprint }];
  const frequency: string[] = [];
  const os = profile.os_family ?? '?';
  const screen = screenText(profile);
  const hardware = hardwareText(profile);
  if (hardware !== null) {
    const chip = digest(hardware);
    frequency.push(`h:${chip}`);
    if (profile.languages !== undefined && profile.timezone !== undefined) {
      candidate.push({ kind: 2, digest: digest(`${chip}\n${text(profile.languages)}\n${profile.timezone}`) });
    }
    if (screen !== null) {
      const onScreen = digest(`${chip}\n${screen}`);
      candidate.push({ kind: 3, digest: onScreen });
      frequency.push(`hs:${onScreen}`);
    }
    if (profile.fonts !== undefined) {
      candidate.push({ kind: 4, digest: digest(`${chip}\n${text(profile.fonts)}`) });
    }
  }
  if (profile.canvas_hash !== undefined && screen !== null && profile.timezone !== undefined) {
    candidate.push({ kind: 5, digest: digest(`${profile.canvas_hash}\n${screen}\n${profile.timezone}`) });
  }
  if (screen !== null) frequency.push(frequencyKey('s', `${os} ${screen}`));
  if (profile.fonts !== undefined) frequency.push(frequencyKey('f', `${os} ${text(profile.fonts)}`));
  if (profile.timezone !== undefined) frequency.push(frequencyKey('t', String(profile.timezone)));
  if (profile.languages !== undefined) frequency.push(frequencyKey('l', text(profile.languages)));
  return { candidate, frequency };
}

/** The joint hardware text, or null when too few parts are known. */
export function hardwareText(profile: Profile): string | null {
  let known = 0;
  for (const name of HARDWARE_PARTS) if (profile[name] !== undefined) known += 1;
  return known < MIN_HARDWARE_PARTS ? null : textOf(profile, HARDWARE_NAMES);
}

/** The screen as one value; a browser that hides it (Safari 17 and later) has none. */
export function screenText(profile: Profile): string | null {
  if (profile.screen === undefined) return null;
  return `${text(profile.screen)} ${text(profile.screen_available)} ${text(profile.pixel_ratio)}`;
}

function textOf(profile: Profile, names: readonly string[]): string {
  let out = '';
  for (const name of names) {
    const value = profile[name];
    out += value === undefined ? '\n' : `${text(value)}\n`;
  }
  return out;
}

function text(value: SignalValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? value.join(',') : String(value);
}

/** A readable key for a short value, a digest for a long one. */
function frequencyKey(kind: string, value: string): string {
  return `${kind}:${value.length <= 40 ? value : digest(value)}`;
}
