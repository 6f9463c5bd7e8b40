// Weighs the agreement between a device and an observation, in bits: Fellegi-Sunter with term frequencies.
import { type Differences, isPhone } from './differences.ts';
import { type Counts, type System, screenShareOf, shareOf, systemOf } from './frequencies.ts';
import { HARDWARE_NAMES } from './keys.ts';
import type { Profile } from './observation.ts';
import { RENDER_NAMES, type SignalName, unstableOf } from './signal-names.ts';
import { ACCOUNT_AGREEMENT_CAPS, AGREEMENT_CAPS } from './weights.ts';

/** Bits by signal; the bits of a joint key are listed at the first signal of its family. */
export type Agreement = Partial<Record<SignalName, number>>;

export interface AgreementContext {
  counts: Counts;
  /** Frequency keys of the newer profile. */
  frequencyKeys: readonly string[];
  /** Whether the older profile belongs to a device of the same account. */
  fromAccount: boolean;
}

const HARDWARE: ReadonlySet<string> = new Set(HARDWARE_NAMES);

/** Bits for the same machine, never negative. `differences` must be those of the same two profiles. */
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
  const cap = context.fromAccount ? ACCOUNT_AGREEMENT_CAPS : AGREEMENT_CAPS;
  const bits: Agreement = {};
  const equalHardware = !differ.some((difference) => HARDWARE.has(difference.signal));
  const rare = (kind: string): number => {
    const key = keys.get(kind);
    return key === undefined ? 0 : -Math.log2(shareOf(context.counts, key, system));
  };
  if (equalHardware) {
    const unstable = unstableOf(from);
    const comparable = HARDWARE_NAMES.every(
      (name) => (from[name] === undefined) === (to[name] === undefined) && !unstable.includes(name),
    );
    bits.gpu_renderer = comparable
      ? clamp(rare('h'), cap.hardware)
      : clamp(rare('h') / 2, AGREEMENT_CAPS.hardwarePartly);
    const rendered = RENDER_NAMES.filter((name) => agrees.has(name)).length;
    if (rendered > 0) bits.canvas_hash = clamp(rendered * AGREEMENT_CAPS.renderEach, AGREEMENT_CAPS.render);
  }
  if (agrees.has('fonts')) bits.fonts = clamp(rare('f'), cap.fonts);
  if (agrees.has('screen') && agrees.has('pixel_ratio')) {
    bits.screen = clamp(screenBits(keys, system, context), cap.screen);
  }
  if (agrees.has('timezone')) bits.timezone = clamp(rare('t'), cap.timezone);
  if (agrees.has('languages')) bits.languages = clamp(rare('l'), cap.languages);
  if (agrees.has('os_version')) bits.os_version = AGREEMENT_CAPS.os_version;
  if (agrees.has('plugins')) bits.plugins = AGREEMENT_CAPS.plugins;
  if (agrees.has('do_not_track')) bits.do_not_track = AGREEMENT_CAPS.do_not_track;
  return context.fromAccount && isPhone(to) ? limitModel(bits) : bits;
}

/** Two phones of one model have nearly equal rendering, screens and fonts, which hardly distinguish them in one account. */
function limitModel(bits: Agreement): Agreement {
  const sum = (bits.canvas_hash ?? 0) + (bits.fonts ?? 0) + (bits.screen ?? 0);
  const scale = sum <= ACCOUNT_AGREEMENT_CAPS.phoneModel ? 1 : ACCOUNT_AGREEMENT_CAPS.phoneModel / sum;
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

function clamp(bits: number, max: number): number {
  return Math.min(max, Math.max(0, bits));
}
