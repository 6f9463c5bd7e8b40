// What agreement between a device and an observation is worth, in bits: Fellegi-Sunter with term frequencies.
import { type Differences, isPhone } from './differences.ts';
import { type Counts, type System, screenShareOf, shareOf, systemOf } from './frequencies.ts';
import { HARDWARE_NAMES } from './keys.ts';
import type { Profile } from './observation.ts';
import { RENDER_NAMES, type SignalName } from './signal-names.ts';
import { AGREES, AGREES_IN_ACCOUNT } from './weights.ts';

/** Bits by the signal that brought them; a joint key's bits stand under the name of its family's first signal. */
export type Agreement = Partial<Record<SignalName, number>>;

export interface AgreementContext {
  counts: Counts;
  /** Frequency keys of the newer profile. */
  frequencyKeys: readonly string[];
  /** Whether the older profile is one of the same account's devices. */
  fromAccount: boolean;
}

const HARDWARE: ReadonlySet<string> = new Set(HARDWARE_NAMES);

/** Bits for the same machine, never negative. `differences` are those of the same two profiles. */
export function agreementBits(
  from: Profile,
  to: Profile,
  differences: Differences,
  context: AgreementContext,
): Agreement {
  const { agree, differ } = differences;
  const agrees = new Set(agree);
  const keys = new Map(context.frequencyKeys.map((key) => [key.slice(0, key.indexOf(':')), key]));
  const system = systemOf(to);
  const cap = context.fromAccount ? AGREES_IN_ACCOUNT : AGREES;
  const bits: Agreement = {};
  const equalHardware = !differ.some((difference) => HARDWARE.has(difference.signal));
  const rare = (kind: string): number => {
    const key = keys.get(kind);
    return key === undefined ? 0 : -Math.log2(shareOf(context.counts, key, system));
  };
  if (equalHardware) {
    const whole = HARDWARE_NAMES.every((name) => (from[name] === undefined) === (to[name] === undefined));
    bits.gpu_renderer = whole ? clamp(rare('h'), cap.hardware) : clamp(rare('h') / 2, AGREES.hardwarePartly);
    const rendered = RENDER_NAMES.filter((name) => agrees.has(name)).length;
    if (rendered > 0) bits.canvas_hash = clamp(rendered * AGREES.renderEach, AGREES.render);
  }
  if (agrees.has('fonts')) bits.fonts = clamp(rare('f'), cap.fonts);
  if (agrees.has('screen') && agrees.has('pixel_ratio')) {
    bits.screen = clamp(screenBits(keys, system, context), cap.screen);
  }
  if (agrees.has('timezone')) bits.timezone = clamp(rare('t'), cap.timezone);
  if (agrees.has('languages')) bits.languages = clamp(rare('l'), cap.languages);
  if (agrees.has('os_version')) bits.os_version = AGREES.os_version;
  if (agrees.has('plugins')) bits.plugins = AGREES.plugins;
  if (agrees.has('do_not_track')) bits.do_not_track = AGREES.do_not_track;
  return context.fromAccount && isPhone(to) ? limitModel(bits) : bits;
}

/** Two phones of one model draw, measure and list much the same: in one account little of it tells them apart. */
function limitModel(bits: Agreement): Agreement {
  const sum = (bits.canvas_hash ?? 0) + (bits.fonts ?? 0) + (bits.screen ?? 0);
  const scale = sum <= AGREES_IN_ACCOUNT.phoneModel ? 1 : AGREES_IN_ACCOUNT.phoneModel / sum;
  const limited = { ...bits };
  for (const name of ['canvas_hash', 'fonts', 'screen'] as const) {
    if (bits[name] !== undefined) limited[name] = bits[name] * scale;
  }
  return limited;
}

export function sumOf(agreement: Agreement): number {
  let sum = 0;
  for (const bits of Object.values(agreement)) sum += bits;
  return sum;
}

function screenBits(keys: ReadonlyMap<string, string>, system: System, context: AgreementContext): number {
  const [hardware, both, screen] = [keys.get('h'), keys.get('hs'), keys.get('s')];
  if (screen === undefined) return 0;
  if (hardware === undefined || both === undefined) return -Math.log2(shareOf(context.counts, screen, system));
  return -Math.log2(screenShareOf(context.counts, { hardware, both, screen }, system));
}

function clamp(bits: number, most: number): number {
  return Math.min(most, Math.max(0, bits));
}
