// The made-up world of the generated log-ins: chance, networks, device models, and the signals a browser would send.
import { createHash } from 'node:crypto';
import { seeded } from '../load/population.ts';

/** Draws from one seed, so that every run makes the same world. */
export class Chance {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  yes(probability: number): boolean {
    return this.next() < probability;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Index drawn by weights. */
  weighted(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, one) => sum + one, 0);
    for (const [index, weight] of weights.entries()) {
      left -= weight;
      if (left < 0) return index;
    }
    return weights.length - 1;
  }

  /** Exponentially distributed with this mean. */
  waiting(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  hex(length: number): string {
    let out = '';
    while (out.length < length) out += this.below(16).toString(16);
    return out;
  }
}

/** A hash as collectors make them. */
export function hashOf(text: string, length = 16): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** First octets that belong to nobody's private, shared, documentation or multicast range. */
const FIRST_OCTETS = [23, 31, 45, 62, 77, 81, 88, 93, 109, 129, 144, 151, 163, 178, 185, 194, 212];

/** A provider: a few /16s of IPv4, perhaps a /32 of IPv6. */
export interface Provider {
  wides: readonly string[];
  six: string | null;
}

export function provider(chance: Chance, wides: number, six: boolean): Provider {
  return {
    wides: Array.from({ length: wides }, () => `${chance.pick(FIRST_OCTETS)}.${1 + chance.below(254)}`),
    six: six ? `2a0${chance.below(10)}:${chance.hex(4)}` : null,
  };
}

/** An address of a provider: IPv4, or IPv6 in a household's own /48. */
export function addressIn(chance: Chance, { wides, six }: Provider): string {
  if (six !== null && chance.yes(0.5)) return `${six}:${chance.hex(4)}:1::${chance.hex(4)}`;
  return `${chance.pick(wides)}.${chance.below(256)}.${1 + chance.below(254)}`;
}

/** A device model: what all its copies share. */
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
export type Locale = (typeof LOCALES)[number];

export function locale(chance: Chance): Locale {
  return chance.pick(LOCALES);
}

/** One machine with one browser. */
export interface Machine {
  os: Model['os'];
  browser: 'chrome' | 'safari' | 'firefox' | 'edge';
  screen: readonly [number, number, number];
  gpu: string;
  cores: number;
  /** Which of the model's renderings: phones of one model draw alike, desktops vary with drivers. */
  rendering: string;
  locale: Locale;
  /** The day the browser's version was last renewed, in days of its release train. */
  train: number;
}

export function machine(chance: Chance, where: Locale, only?: Model['os']): Machine {
  const models = only === undefined ? MODELS : MODELS.filter(({ os }) => os === only);
  const model = models[chance.weighted(models.map(({ weight }) => weight))] as Model;
  const phone = model.os === 'iphone' || model.os === 'android';
  const browser =
    model.os === 'iphone'
      ? 'safari'
      : model.os === 'macos'
        ? chance.pick(['safari', 'chrome'] as const)
        : phone
          ? 'chrome'
          : chance.pick(['chrome', 'chrome', 'edge', 'firefox'] as const);
  const gpu = chance.pick(model.gpus);
  const screen = chance.pick(model.screens);
  const copies = model.os === 'iphone' ? 3 : phone ? 12 : 60;
  return {
    os: model.os,
    browser,
    screen,
    gpu,
    cores: chance.pick(model.cores),
    rendering: hashOf(`${gpu} ${chance.below(copies)}`),
    locale: where,
    train: chance.below(28),
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

/** The client signals of a machine on a day, as the browser package sends them; `day` counts from the first one. */
export function signalsOf(chance: Chance, who: Machine, day: number, id: string): Record<string, unknown> {
  const version = 140 + Math.floor((day + who.train) / 28);
  const chromium = who.browser === 'chrome' || who.browser === 'edge';
  const phone = who.os === 'iphone' || who.os === 'android';
  const [width, height, ratio] = who.screen;
  const hint = chromium ? HINTS[who.os] : null;
  return {
    sdk_version: '1.0.0',
    persistent_id: id,
    user_agent: userAgent(who, version),
    platform: PLATFORMS[who.os],
    ...(hint === null ? {} : { ua_data: { platform: hint, mobile: phone } }),
    languages: who.locale[0],
    timezone: who.locale[1],
    screen: { width, height, color_depth: 24, pixel_ratio: ratio },
    window: { outer_width: width, outer_height: height - (phone ? 60 : 40), focused: true },
    hardware_concurrency: who.cores,
    ...(chromium ? { device_memory: 8, connection_rtt: 50 * (1 + chance.below(3)) } : {}),
    max_touch_points: phone ? 5 : 0,
    webgl_renderer: who.gpu,
    canvas_hash: hashOf(`canvas ${who.rendering} ${who.browser}`),
    audio_hash: hashOf(`audio ${who.os} ${who.browser}`, 8),
    fonts_hash: hashOf(`fonts ${who.rendering} ${who.os}`, 8),
    plugins_count: who.os === 'android' ? 0 : 5,
    cookies_enabled: true,
    automation: {
      webdriver: false,
      globals: [],
      eval_length: chromium ? 33 : 37,
      product_sub: who.browser === 'firefox' ? '20100101' : '20030107',
      mime_types_consistent: true,
      notification_mismatch: false,
      worker_mismatch: false,
      native_tampering: 0,
    },
    behavior: {
      ms_to_submit: 1500 + chance.below(15_000),
      key_events: chance.yes(0.5) ? 0 : 5 + chance.below(30),
      pointer_events: 2 + chance.below(60),
      pasted: chance.yes(0.2),
    },
  };
}
