// Simulated signals for the demo's buttons: those of this browser, changed where another device would differ.
import type { Signals } from '../src/index.ts';

const hex = (digits: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(digits)), (byte) => (byte % 16).toString(16)).join('');

function oneOf<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}

/** The same browser on another device: different graphics card, screen and number of cores, and a new id. */
export function otherDevice(own: Signals): Signals {
  const [width, height] = oneOf([
    [1920, 1080],
    [2560, 1440],
    [1536, 864],
    [3440, 1440],
  ]);
  return {
    ...own,
    persistent_id: hex(32),
    session_token: hex(32),
    webgl_vendor: 'Google Inc. (NVIDIA)',
    webgl_renderer: `ANGLE (NVIDIA, NVIDIA GeForce ${oneOf(['GTX 1660', 'RTX 3060', 'RTX 4070'])} Direct3D11 vs_5_0 ps_5_0, D3D11)`,
    webgl_hash: hex(16),
    canvas_hash: hex(16),
    audio_hash: hex(16),
    hardware_concurrency: oneOf([6, 12, 20, 24]),
    device_memory: oneOf([8, 16, 32]),
    screen: {
      width,
      height,
      avail_width: width,
      avail_height: height - 48,
      color_depth: 24,
      pixel_ratio: oneOf([1, 1.25, 1.5]),
    },
  };
}

/** What an automated browser reveals: the standard webdriver flag, the tool's global names, and no human input. */
export function automatedBrowser(own: Signals): Signals {
  return {
    ...own,
    automation: {
      ...own.automation,
      webdriver: true,
      globals: ['__webdriver_evaluate'],
      bot_kind: 'webdriver',
    } as Signals['automation'],
    behavior: { ms_to_submit: 120, key_events: 0, pointer_events: 0, pasted: false },
  };
}
