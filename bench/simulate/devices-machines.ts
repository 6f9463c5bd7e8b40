// Generates the machines of the simulated devices: hardware, browser and settings in realistic combinations.
import { hash } from 'node:crypto';
import type { Random } from './random.ts';

export type System = 'Windows' | 'Android' | 'iOS' | 'macOS' | 'Linux';

/** The observable properties of a machine; they change in place during the simulation. */
export interface Machine {
  system: System;
  browser: 'Chrome' | 'Edge' | 'Firefox' | 'Safari';
  major: number;
  systemVersion: string;
  chip: string;
  driver: number;
  cores: number;
  memory: number;
  touch: number;
  model: string;
  screen: readonly [number, number];
  ratio: number;
  depth: number;
  fonts: string[];
  timezone: string;
  languages: string[];
  doNotTrack: boolean;
  /** One of four text renderings: driver settings, font smoothing. */
  smoothing: number;
  /** The browser adds noise to canvas and audio on every visit. */
  noisy: boolean;
}

const GRAPHICS = [
  'Intel(R) UHD Graphics 620',
  'NVIDIA GeForce RTX 3060',
  'Intel(R) Iris(R) Xe Graphics',
  'AMD Radeon(TM) Graphics',
]
  .concat(['NVIDIA GeForce GTX 1650', 'Intel(R) UHD Graphics 770', 'NVIDIA GeForce RTX 4070', 'AMD Radeon RX 6600'])
  .concat(Array.from({ length: 90 }, (_, index) => `Vendor Graphics ${1000 + index * 7}`));
const PHONES = Array.from({ length: 70 }, (_, index) => ({
  model: `SM-A${100 + index * 3}B`,
  chip: index % 3 === 0 ? `Mali-G${57 + (index % 9)} MC${2 + (index % 3)}` : `Adreno (TM) ${610 + (index % 14) * 10}`,
  screen: [360 + (index % 6) * 9, 740 + (index % 8) * 20] as const,
  cores: 8,
  memory: [4, 6, 8][index % 3] as number,
}));
const SCREENS = [
  [1920, 1080],
  [1536, 864],
  [1366, 768],
  [2560, 1440],
  [1440, 900],
  [1280, 720],
  [3840, 2160],
  [1680, 1050],
] as const;
const MAC_SCREENS = [
  [1440, 900],
  [1512, 982],
  [1728, 1117],
  [1470, 956],
  [2560, 1440],
  [1680, 1050],
] as const;
const FONT_BASE = ['Calibri', 'Consolas', 'Marlett', 'Segoe UI Light', 'MS UI Gothic'];
const FONT_PACKS = Array.from({ length: 24 }, (_, index) => [`Pack ${index} Sans`, `Pack ${index} Serif`]);
const ZONES = [
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Madrid',
  'Europe/Warsaw',
  'Europe/Rome',
  'Europe/Vienna',
  'America/Sao_Paulo',
];
const LANGUAGES = [
  ['de-DE', 'de', 'en'],
  ['en-US'],
  ['fr-FR'],
  ['es-ES', 'es'],
  ['pl-PL'],
  ['it-IT'],
  ['pt-BR'],
  ['en-GB', 'en'],
  ['tr-TR'],
];

export function makeMachine(random: Random, system: System): Machine {
  const browser = browserFor(random, system);
  const phone = random.pickSkewed(PHONES);
  const apple = system === 'iOS' || system === 'macOS';
  const machine: Machine = {
    system,
    browser,
    major: browser === 'Safari' ? 26 : 140 + random.integer(3),
    systemVersion: systemVersion(random, system),
    chip: apple ? `Apple M${1 + random.integer(4)}` : random.pickSkewed(GRAPHICS),
    driver: random.integer(5),
    cores: random.weighted([
      [4, 2],
      [8, 4],
      [12, 2],
      [16, 2],
      [6, 1],
    ]),
    memory: random.weighted([
      [8, 4],
      [16, 3],
      [4, 1],
      [32, 1],
    ]),
    touch: system === 'Windows' && random.chance(0.15) ? 10 : 0,
    model: '',
    screen: random.pickSkewed<readonly [number, number]>(system === 'macOS' ? MAC_SCREENS : SCREENS),
    ratio:
      system === 'macOS'
        ? 2
        : random.weighted([
            [1, 6],
            [1.25, 2],
            [1.5, 2],
          ]),
    depth: system === 'macOS' ? 30 : 24,
    fonts: [...FONT_BASE, ...FONT_PACKS.filter(() => random.chance(system === 'macOS' ? 0.04 : 0.15)).flat()].sort(),
    timezone: random.pickSkewed(ZONES),
    languages: random.pickSkewed(LANGUAGES),
    doNotTrack: random.chance(0.1),
    smoothing: random.integer(4),
    noisy: browser !== 'Safari' && random.chance(0.03),
  };
  if (system === 'Android') Object.assign(machine, phone, { touch: 5, ratio: 2.75, fonts: ['Roboto', 'Noto Sans'] });
  if (system === 'iOS') {
    const screen = random.weighted([
      [[393, 852], 5],
      [[390, 844], 4],
      [[430, 932], 2],
      [[375, 667], 1],
    ] as const);
    Object.assign(machine, {
      chip: 'Apple GPU',
      cores: 4,
      touch: 5,
      screen,
      ratio: screen[1] === 667 ? 2 : 3,
      depth: 24,
    });
    machine.fonts = ['Gill Sans', 'Helvetica Neue', 'Menlo'];
  }
  if (browser === 'Firefox')
    Object.assign(machine, { chip: random.pick(['Radeon R9 200 Series', 'Intel(R) HD Graphics 400']) });
  return machine;
}

function browserFor(random: Random, system: System): Machine['browser'] {
  if (system === 'iOS') return 'Safari';
  if (system === 'macOS')
    return random.weighted([
      ['Safari', 5],
      ['Chrome', 4],
      ['Firefox', 1],
    ]);
  if (system === 'Android')
    return random.weighted([
      ['Chrome', 19],
      ['Firefox', 1],
    ]);
  return random.weighted([
    ['Chrome', 6],
    ['Edge', system === 'Windows' ? 3 : 0],
    ['Firefox', 2],
  ]);
}

function systemVersion(random: Random, system: System): string {
  if (system === 'Windows') return random.pick(['10.0.0', '15.0.0', '19.0.0']);
  if (system === 'macOS') return `${14 + random.integer(3)}.${random.integer(5)}.0`;
  if (system === 'Android') return `${12 + random.integer(5)}.0.0`;
  return '';
}

/** The client signals of one visit. */
export function signalsOf(machine: Machine, random: Random): Record<string, unknown> {
  const { browser, system } = machine;
  const webKit = browser === 'Safari';
  const chromium = browser === 'Chrome' || browser === 'Edge';
  const rendering = `${machine.chip} ${machine.driver} ${machine.smoothing} ${Math.floor(machine.major / 3)}`;
  const noise = machine.noisy ? random.hex(8) : '';
  return {
    user_agent: userAgent(machine),
    ...(chromium ? { ua_data: clientHints(machine) } : {}),
    platform: { Windows: 'Win32', Android: 'Linux armv81', iOS: 'iPhone', macOS: 'MacIntel', Linux: 'Linux x86_64' }[
      system
    ],
    languages: machine.languages,
    timezone: machine.timezone,
    screen: webKit ? { color_depth: machine.depth, pixel_ratio: machine.ratio } : screenOf(machine),
    ...(chromium ? { device_memory: machine.memory } : {}),
    hardware_concurrency: browser === 'Firefox' || webKit ? (machine.cores >= 8 ? 8 : 4) : machine.cores,
    max_touch_points: machine.touch,
    webgl_vendor: webKit ? 'Apple Inc.' : 'Google Inc.',
    webgl_renderer: renderer(machine),
    webgl_hash: digest(`webgl ${machine.chip} ${machine.driver} ${browser}`),
    ...(chromium ? { canvas_hash: digest(`canvas ${rendering}${noise}`) } : {}),
    ...(webKit ? {} : { audio_hash: digest(`audio ${browser} ${system}${noise}`) }),
    math_hash: digest(`math ${browser} ${system}`),
    fonts: machine.fonts,
    plugins: system === 'Android' ? [] : ['PDF Viewer'],
    ...(machine.doNotTrack ? { do_not_track: '1' } : {}),
    cookies_enabled: true,
    local_storage: true,
    indexed_db: true,
  };
}

function screenOf({ screen: [width, height], system, depth, ratio }: Machine) {
  const taskbar = system === 'Windows' ? 48 : system === 'macOS' ? 37 : 0;
  return { width, height, avail_width: width, avail_height: height - taskbar, color_depth: depth, pixel_ratio: ratio };
}

function renderer({ system, browser, chip, driver }: Machine): string {
  if (browser === 'Safari') return 'Apple GPU';
  if (system === 'Android') return chip;
  if (system === 'macOS') return `ANGLE (Apple, ANGLE Metal Renderer: ${chip}, Unspecified Version)`;
  const similar = browser === 'Firefox' ? ', or similar' : '';
  return `ANGLE (Vendor, ${chip} Direct3D11 vs_5_0 ps_5_0, D3D11-31.0.${100 + driver})${similar}`;
}

function userAgent({ system, browser, major }: Machine): string {
  const platform = {
    Windows: 'Windows NT 10.0; Win64; x64',
    Android: 'Linux; Android 10; K',
    iOS: 'iPhone; CPU iPhone OS 18_7 like Mac OS X',
    macOS: 'Macintosh; Intel Mac OS X 10_15_7',
    Linux: 'X11; Linux x86_64',
  }[system];
  if (browser === 'Firefox') return `Mozilla/5.0 (${platform}; rv:${major}.0) Gecko/20100101 Firefox/${major}.0`;
  if (browser === 'Safari') {
    const mobile = system === 'iOS' ? 'Mobile/15E148 ' : '';
    return `Mozilla/5.0 (${platform}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${major.toFixed(1)} ${mobile}Safari/604.1`;
  }
  const mobile = system === 'Android' ? 'Mobile ' : '';
  const edge = browser === 'Edge' ? ` Edg/${major}.0.0.0` : '';
  return `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 ${mobile}Safari/537.36${edge}`;
}

function clientHints(machine: Machine) {
  const phone = machine.system === 'Android';
  return {
    platform: machine.system,
    platform_version: machine.systemVersion,
    architecture: phone ? '' : machine.system === 'macOS' ? 'arm' : 'x86',
    model: machine.model,
    mobile: phone,
    full_version: `${machine.major}.0.7000.${machine.major}`,
  };
}

function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}
