// Under which keys a device can be found again, and which counts tell how rare its values are.
import { digest } from './digest.ts';
import type { CandidateKey, Profile, SignalValue } from './observation.ts';
import { PROFILE_NAMES } from './signal-names.ts';

/** The parts that belong to the machine and not to its settings: one joint key, because they are far from independent. */
export const HARDWARE_NAMES = [
  'os_family',
  'browser_family',
  'gpu_renderer',
  'hardware_concurrency',
  'device_memory',
  'max_touch_points',
  'model',
] as const;

// Without at least this many of the five parts below a "machine" is only a browser's name.
const HARDWARE_LEAST = 2;
const HARDWARE_PARTS = HARDWARE_NAMES.slice(2);

export interface ProfileKeys {
  candidate: readonly CandidateKey[];
  frequency: readonly string[];
}

/** K1 to K5 of `devices.md` 6.2, and the frequency keys of `frequencies.ts`. A key with an unknown part is left out. */
export function profileKeys(profile: Profile): ProfileKeys {
  const candidate: CandidateKey[] = [{ kind: 1, digest: digest(textOf(profile, PROFILE_NAMES)) }];
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
  if (screen !== null) frequency.push(short('s', `${os} ${screen}`));
  if (profile.fonts !== undefined) frequency.push(short('f', `${os} ${text(profile.fonts)}`));
  if (profile.timezone !== undefined) frequency.push(short('t', String(profile.timezone)));
  if (profile.languages !== undefined) frequency.push(short('l', text(profile.languages)));
  return { candidate, frequency };
}

/** The joint hardware text, or null when too little of the machine is known. */
export function hardwareText(profile: Profile): string | null {
  let known = 0;
  for (const name of HARDWARE_PARTS) if (profile[name] !== undefined) known += 1;
  return known < HARDWARE_LEAST ? null : textOf(profile, HARDWARE_NAMES);
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

/** A frequency key stays readable when short and is a digest when long. */
function short(kind: string, value: string): string {
  return `${kind}:${value.length <= 40 ? value : digest(value)}`;
}
