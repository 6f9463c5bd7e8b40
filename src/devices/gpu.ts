// Splits an unmasked WebGL renderer into the chip, which is stable, and the driver, which is updated.
import { memo } from '../vocabulary/memo.ts';

export interface Gpu {
  renderer: string;
  driver: string | null;
}

const DRIVER_WORDS = [' Direct3D', ' OpenGL', ' vs_', ' Vulkan ', ', D3D', ', OpenGL', ' driver '];

/**
 * `ANGLE (Intel, Intel(R) UHD Graphics (0x9A68) Direct3D11 vs_5_0 ps_5_0, D3D11-27.20)` → chip
 * `Intel(R) UHD Graphics (0x9A68)`, driver `Direct3D11 vs_5_0 ps_5_0, D3D11-27.20`. Firefox's `, or similar` is dropped.
 * Caches up to 2,000 texts.
 */
export const parseGpu = memo(2000, (text: string): Gpu => {
  const [inner, suffix] = unwrapped(text.replace(', or similar', ''));
  const { renderer, driver } = split(inner);
  return gpu(renderer, `${driver ?? ''} ${suffix}`);
});

/** The text inside `ANGLE (…)`, and what a driver appends to it. */
function unwrapped(text: string): readonly [string, string] {
  const end = text.lastIndexOf(')');
  if (!text.startsWith('ANGLE (') || end === -1) return [text, ''];
  return [withoutVendor(text.slice(7, end)), text.slice(end + 1)];
}

function split(rest: string): Gpu {
  const metal = /^ANGLE Metal Renderer: ([^,]+)(?:, (.*))?$/.exec(rest);
  if (metal !== null) return gpu(metal[1] as string, `Metal ${metal[2] ?? ''}`);
  const vulkan = /^(Vulkan [\d.]+) \((.*)\)(?:, ?(.*))?$/.exec(rest);
  if (vulkan !== null) return gpu(vulkan[2] as string, `${vulkan[1]} ${vulkan[3] ?? ''}`);
  // Mesa writes kernel and compiler versions into brackets: "AMD Radeon RX 580 (polaris10, LLVM 15.0.7, DRM 3.49)".
  const mesa = /^(.*?) \(([^()]*(?:LLVM|DRM|radeonsi)[^()]*)\)(.*)$/.exec(rest);
  if (mesa !== null) return gpu(mesa[1] as string, `${mesa[2]}${mesa[3]}`);
  const cut = DRIVER_WORDS.map((word) => rest.indexOf(word)).filter((at) => at > 0);
  if (cut.length === 0) return gpu(rest, '');
  const at = Math.min(...cut);
  return gpu(rest.slice(0, at), rest.slice(at));
}

function gpu(renderer: string, driver: string): Gpu {
  const trimmed = driver.replace(/^[ ,]+|[ ,]+$/g, '');
  return { renderer: renderer.trim(), driver: trimmed === '' ? null : trimmed };
}

/** ANGLE puts the vendor first: `Intel, Intel(R) UHD …`. The first `, ` ends the vendor. */
function withoutVendor(inner: string): string {
  const at = inner.indexOf(', ');
  return at === -1 ? inner : inner.slice(at + 2);
}

/** Software renderers: virtual machines, remote desktops and bots. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|virtualbox|vmware|swrast/i;

export function isSoftwareRenderer(renderer: unknown): boolean {
  return typeof renderer === 'string' && SOFTWARE.test(renderer);
}
