// Generates request bodies for `POST /v1/events`: a synthetic population of accounts, devices and networks.
import { createHash } from 'node:crypto';
import { Random } from './random.ts';

const SCREENS = [
  [1920, 1080],
  [2560, 1440],
  [1536, 864],
  [1440, 900],
  [1366, 768],
  [1728, 1117],
] as const;
const GPUS = ['Intel Iris Xe Graphics', 'NVIDIA GeForce RTX 3060', 'AMD Radeon RX 6600', 'Apple M1', 'Intel UHD 620'];
const ZONES = ['Europe/Berlin', 'Europe/Paris', 'America/New_York', 'Asia/Tokyo', 'America/Sao_Paulo'];

function hex(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** The client signals of device `number`: about 1 KB of JSON, the same on every call. */
export function signalsOf(number: number): Record<string, unknown> {
  const random = new Random(number * 7919 + 1);
  const [width, height] = random.pick(SCREENS);
  const version = 130 + random.integer(8);
  return {
    sdk_version: '1.0.0',
    persistent_id: hex(`device ${number}`, 32),
    session_token: hex(`session ${number}`, 32),
    user_agent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
    platform: 'Win32',
    vendor: 'Google Inc.',
    ua_data: { platform: 'Windows', platform_version: '15.0.0', architecture: 'x86', model: '', mobile: false },
    languages: ['en-US', 'en'],
    timezone: random.pick(ZONES),
    screen: { width, height, avail_width: width, avail_height: height - 40, color_depth: 24, pixel_ratio: 1 },
    window: { outer_width: width, outer_height: height - 40, focused: true },
    hardware_concurrency: random.pick([4, 8, 12, 16]),
    device_memory: random.pick([4, 8]),
    max_touch_points: 0,
    connection_rtt: 50,
    webgl_vendor: 'Google Inc.',
    webgl_renderer: `ANGLE (${random.pick(GPUS)}, ${hex(`gpu ${number % 400}`, 4)} Direct3D11 vs_5_0 ps_5_0)`,
    canvas_hash: hex(`canvas ${number % 3000}`, 32),
    audio_hash: hex(`audio ${number % 200}`, 32),
    math_hash: hex('math', 32),
    fonts: ['Arial', 'Calibri', 'Cambria', 'Consolas', 'Georgia', 'Segoe UI', `Font ${number % 50}`],
    plugins_count: 5,
    cookies_enabled: true,
    local_storage: true,
    indexed_db: true,
    automation: { webdriver: false, globals: [], eval_length: 33, product_sub: '20030107' },
    behavior: { ms_to_submit: 4000, key_events: 20, pointer_events: 30, pasted: false },
  };
}

/** An address of the public range that belongs to device `number`. */
export function addressOf(number: number): string {
  return `${23 + (number % 3)}.${(number >> 12) & 255}.${(number >> 4) & 255}.${1 + (number % 254)}`;
}

/** The population that sends the events. */
export interface EventMix {
  /** Number of devices; each has one account. */
  devices: number;
  seed: number;
  /** A key that all events share: one address, or one account. */
  hot?: 'address' | 'account' | undefined;
}

/** An endless stream of JSON bodies for `POST /v1/events` with a secret key; deterministic for a seed. */
export function* requestBodies({ devices, seed, hot }: EventMix): Generator<string, never> {
  const random = new Random(seed);
  while (true) {
    const number = random.integer(devices);
    const failed = random.chance(0.08);
    yield JSON.stringify({
      event: failed ? 'login_failed' : 'login',
      account: { id: hot === 'account' ? 'acc_hot' : `acc_${number}` },
      ip_address: hot === 'address' ? '198.41.0.4' : addressOf(number),
      signals: signalsOf(number),
    });
  }
}
