// Machines that resemble the owner's computer: what a thief's own browser shows, and the owner's after an upgrade.
import { desktop } from '../devices/machines.ts';

export type Machine = (id: string | null) => Record<string, unknown>;
/** A machine like the owner's: the same model of computer with another graphics card and other fonts. */
export const similar: Machine = (id) =>
  desktop(id, { canvas_hash: 'x', webgl_hash: 'y', audio_hash: 'z', hardware_concurrency: 8, fonts: ['Arial'] });
/** The rest of another computer with the owner's system and browser, as far as it shows it. */
const OTHER_COMPUTER = {
  webgl_vendor: 'Google Inc. (Intel)',
  webgl_renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 630 (0x00003E92) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  canvas_hash: 'x',
  webgl_hash: 'y',
};
/**
 * Another computer whose browser is newer, which explains other rendering, and that shows little: its cores, memory and screen could
 * contradict a stolen id.
 */
export const discreet: Machine = (id) =>
  desktop(id, {
    ...OTHER_COMPUTER,
    ...{ hardware_concurrency: null, device_memory: null, screen: null, audio_hash: null, math_hash: null },
    user_agent: String(desktop(null).user_agent).replaceAll('147', '148'),
    fonts: ['Arial', 'Calibri', 'Marlett'],
  });
/** The owner's computer with another graphics card and monitor, or a similar one. */
export const upgraded: Machine = (id) =>
  desktop(id, {
    ...OTHER_COMPUTER,
    screen: { width: 3840, height: 2160, avail_width: 3840, avail_height: 2112, color_depth: 24, pixel_ratio: 1.5 },
  });
/** A computer that cannot be the owner's: two parts of the hardware differ. The owner's next one with a copy of the browser's data looks like it. */
export const replacement: Machine = (id) =>
  desktop(id, { ...OTHER_COMPUTER, hardware_concurrency: 8, device_memory: 8 });
/** The owner's computer on a page that sends neither graphics nor rendering. */
export const sparse: Machine = (id) =>
  desktop(id, { webgl_vendor: null, webgl_renderer: null, webgl_hash: null, canvas_hash: null });
/** What anyone can guess of the owner's computer. */
export const guessed: Machine = (id) => ({ ...sparse(id), audio_hash: null, math_hash: null, fonts: null });
/** A machine that shows only what such a page does not send. */
export const padded: Machine = (id) =>
  desktop(id, {
    ...OTHER_COMPUTER,
    ...{ hardware_concurrency: null, device_memory: null, screen: null, fonts: null },
    fonts_hash: 'x',
  });
