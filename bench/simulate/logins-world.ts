// The synthetic world of the simulated logins: networks, device models, and the signals a browser sends.
import { createHash } from 'node:crypto';
import type { Random } from './random.ts';

/** A hash in the form that fingerprint collectors send. */
export function hashOf(text: string, length = 16): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** First octets outside all private, shared, documentation and multicast ranges. */
const FIRST_OCTETS = [23, 31, 45, 62, 77, 81, 88, 93, 109, 129, 144, 151, 163, 178, 185, 194, 212];

/** A network provider: a few IPv4 /16s and possibly an IPv6 /32. */
export interface Provider {
  ipv4Prefixes: readonly string[];
  ipv6Prefix: string | null;
}

export function makeProvider(random: Random, prefixes: number, hasIpv6: boolean): Provider {
  return {
    ipv4Prefixes: Array.from({ length: prefixes }, () => `${random.pick(FIRST_OCTETS)}.${1 + random.integer(254)}`),
    ipv6Prefix: hasIpv6 ? `2a0${random.integer(10)}:${random.hex(4)}` : null,
  };
}

/** A random address of a provider: IPv4, or IPv6 in a random household's /48. */
export function addressIn(random: Random, { ipv4Prefixes, ipv6Prefix }: Provider): string {
  if (ipv6Prefix !== null && random.chance(0.5)) return `${ipv6Prefix}:${random.hex(4)}:1::${random.hex(4)}`;
  return `${random.pick(ipv4Prefixes)}.${random.integer(256)}.${1 + random.integer(254)}`;
}

/** A class of devices with common hardware. */
interface Model {
  os: 'windows' | 'macos' | 'iphone' | 'android' | 'linux';
  weight: number;
  screens: readonly (readonly [number, number, number])[];
  gpus: readonly string[];
  cores: readonly number[];
}

const MODELS: readonly Model[] = [
  {
    os: 'iphone',
    weight: 30,
    screens: [
      [390, 844, 3],
      [393, 852, 3],
      [430, 932, 3],
    ],
    gpus: ['Apple GPU'],
    cores: [4],
  },
  {
    os: 'android',
    weight: 25,
    screens: [
      [412, 915, 2.6],
      [360, 800, 3],
      [384, 832, 2.8],
    ],
    gpus: ['Adreno (TM) 740', 'Mali-G710', 'Adreno (TM) 619', 'Xclipse 920'],
    cores: [8],
  },
  {
    os: 'windows',
    weight: 30,
    screens: [
      [1920, 1080, 1],
      [1536, 864, 1.25],
      [2560, 1440, 1],
      [1366, 768, 1],
    ],
    gpus: [
      'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)',
      'ANGLE (NVIDIA, NVIDIA GeForce RTX 4060 Direct3D11 vs_5_0 ps_5_0, D3D11)',
      'ANGLE (AMD, AMD Radeon(TM) Graphics Direct3D11 vs_5_0 ps_5_0, D3D11)',
      'ANGLE (Intel, Intel(R) Iris(R) Xe Graphics Direct3D11 vs_5_0 ps_5_0, D3D11)',
    ],
    cores: [4, 8, 12, 16],
  },
  {
    os: 'macos',
    weight: 13,
    screens: [
      [1512, 982, 2],
      [1728, 1117, 2],
      [1440, 900, 2],
    ],
    gpus: [
      'ANGLE (Apple, ANGLE Metal Renderer: Apple M2, Unspecified Version)',
      'ANGLE (Apple, ANGLE Metal Renderer: Apple M3 Pro, Unspecified Version)',
    ],
    cores: [8, 11],
  },
  {
    os: 'linux',
    weight: 2,
    screens: [
      [1920, 1080, 1],
      [2560, 1440, 1],
    ],
    gpus: ['ANGLE (AMD, AMD Radeon RX 6700 (radeonsi), OpenGL 4.6)'],
    cores: [8, 16],
  },
];

const LOCALES = [
  [['en-GB', 'en'], 'Europe/London'],
  [['de-DE', 'de', 'en'], 'Europe/Berlin'],
  [['fr-FR', 'fr'], 'Europe/Paris'],
  [['es-ES', 'es'], 'Europe/Madrid'],
  [['pl-PL', 'pl', 'en'], 'Europe/Warsaw'],
] as const;
/** Locales of the extended populations, whose parameters weight them. */
const ALL_LOCALES = [
  ...LOCALES,
  [['nb-NO', 'nb', 'en'], 'Europe/Oslo'],
  [['en-US', 'en'], 'America/New_York'],
  [['pt-BR', 'pt'], 'America/Sao_Paulo'],
  [['vi-VN', 'vi', 'en'], 'Asia/Ho_Chi_Minh'],
  [['en-NG', 'en'], 'Africa/Lagos'],
] as const;
export type Locale = readonly [languages: readonly string[], timezone: string];

export function pickWeightedLocale(random: Random, weights: readonly number[]): Locale {
  return ALL_LOCALES[random.weightedIndex(weights)] ?? ALL_LOCALES[0];
}

export function pickLocale(random: Random): Locale {
  return random.pick(LOCALES);
}

/** A machine with one browser. */
export interface Machine {
  os: Model['os'];
  browser: 'chrome' | 'safari' | 'firefox' | 'edge';
  screen: readonly [number, number, number];
  gpu: string;
  cores: number;
  /** Hash of one of the model's renderings: phones of a model render alike, desktops vary with their drivers. */
  rendering: string;
  locale: Locale;
  /** Offset of the browser's 28-day release cycle, days. */
  releaseOffset: number;
  /** Days from which a desktop Chrome or Edge has a new version with another rendering; replaces the release cycle. */
  waves?: readonly number[];
}

/** How many update waves the machine's browser has taken part in; null if its updates do not come in waves. */
export function updateWave({ os, browser, waves }: Machine, day: number): number | null {
  const desktop = os === 'windows' || os === 'macos' || os === 'linux';
  if (waves === undefined || !desktop || (browser !== 'chrome' && browser !== 'edge')) return null;
  return waves.filter((from) => from <= day).length;
}

export function makeMachine(random: Random, ownerLocale: Locale, only?: Model['os']): Machine {
  const models = only === undefined ? MODELS : MODELS.filter(({ os }) => os === only);
  const model = models[random.weightedIndex(models.map(({ weight }) => weight))] as Model;
  const phone = model.os === 'iphone' || model.os === 'android';
  const browser =
    model.os === 'iphone'
      ? 'safari'
      : model.os === 'macos'
        ? random.pick(['safari', 'chrome'] as const)
        : phone
          ? 'chrome'
          : random.pick(['chrome', 'chrome', 'edge', 'firefox'] as const);
  const gpu = random.pick(model.gpus);
  const screen = random.pick(model.screens);
  const renderings = model.os === 'iphone' ? 3 : phone ? 12 : 60;
  return {
    os: model.os,
    browser,
    screen,
    gpu,
    cores: random.pick(model.cores),
    rendering: hashOf(`${gpu} ${random.integer(renderings)}`),
    locale: ownerLocale,
    releaseOffset: random.integer(28),
  };
}

function userAgent({ os, browser }: Machine, version: number): string {
  const system = {
    windows: 'Windows NT 10.0; Win64; x64',
    macos: 'Macintosh; Intel Mac OS X 10_15_7',
    iphone: 'iPhone; CPU iPhone OS 18_5 like Mac OS X',
    android: 'Linux; Android 10; K',
    linux: 'X11; Linux x86_64',
  }[os];
  if (os === 'iphone')
    return `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`;
  if (browser === 'safari')
    return `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`;
  if (browser === 'firefox') return `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
  const mobile = os === 'android' ? ' Mobile' : '';
  const edge = browser === 'edge' ? ` Edg/${version}.0.0.0` : '';
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0${mobile} Safari/537.36${edge}`;
}

const PLATFORMS = {
  windows: 'Win32',
  macos: 'MacIntel',
  iphone: 'iPhone',
  android: 'Linux armv81',
  linux: 'Linux x86_64',
} as const;
const HINTS = { windows: 'Windows', macos: 'macOS', android: 'Android', linux: 'Linux', iphone: null } as const;

/** The client signals of a machine on a day of the simulation (from 0), as the browser SDK sends them. */
export function signalsOf(random: Random, machine: Machine, day: number, id: string): Record<string, unknown> {
  const wave = updateWave(machine, day);
  const version = 140 + (wave ?? Math.floor((day + machine.releaseOffset) / 28));
  const chromium = machine.browser === 'chrome' || machine.browser === 'edge';
  const phone = machine.os === 'iphone' || machine.os === 'android';
  const [width, height, ratio] = machine.screen;
  const hint = chromium ? HINTS[machine.os] : null;
  return {
    sdk_version: '1.0.0',
    persistent_id: id,
    user_agent: userAgent(machine, version),
    platform: PLATFORMS[machine.os],
    ...(hint === null ? {} : { ua_data: { platform: hint, mobile: phone } }),
    languages: machine.locale[0],
    timezone: machine.locale[1],
    screen: { width, height, color_depth: 24, pixel_ratio: ratio },
    window: { outer_width: width, outer_height: height - (phone ? 60 : 40), focused: true },
    hardware_concurrency: machine.cores,
    ...(chromium ? { device_memory: 8, connection_rtt: 50 * (1 + random.integer(3)) } : {}),
    max_touch_points: phone ? 5 : 0,
    webgl_renderer: machine.gpu,
    canvas_hash: hashOf(`canvas ${machine.rendering} ${machine.browser}${wave === null ? '' : ` ${wave}`}`),
    audio_hash: hashOf(`audio ${machine.os} ${machine.browser}`, 8),
    fonts_hash: hashOf(`fonts ${machine.rendering} ${machine.os}`, 8),
    plugins_count: machine.os === 'android' ? 0 : 5,
    cookies_enabled: true,
    automation: {
      webdriver: false,
      globals: [],
      eval_length: chromium ? 33 : 37,
      product_sub: machine.browser === 'firefox' ? '20100101' : '20030107',
      mime_types_consistent: true,
      notification_mismatch: false,
      worker_mismatch: false,
      native_tampering: 0,
    },
    behavior: {
      ms_to_submit: 1500 + random.integer(15_000),
      key_events: random.chance(0.5) ? 0 : 5 + random.integer(30),
      pointer_events: 2 + random.integer(60),
      pasted: random.chance(0.2),
    },
  };
}

/** How a person fills in a form, in extended populations. */
export function humanBehavior(random: Random): Record<string, unknown> {
  return {
    ms_to_submit: 1_000 + Math.floor(random.exponential(8_000)),
    key_events: random.chance(0.4) ? random.integer(3) : 5 + random.integer(35),
    pointer_events: 2 + random.integer(58),
    pasted: random.chance(0.35),
  };
}
