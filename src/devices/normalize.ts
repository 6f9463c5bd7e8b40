// Converts raw client signals into a profile: only known values, in a fixed order, equal for equal devices.
import { parseGpu } from './gpu.ts';
import type { SignalValue } from './observation.ts';
import { RENDER_NAMES } from './signal-names.ts';
import {
  ownValue,
  type ReadResult,
  readBoolean,
  readIdentity,
  readList,
  readNumber,
  readObject,
  readText,
} from './signal-values.ts';
import { type Agent, parseAgent, versionNumbers } from './user-agent.ts';

type Signals = Readonly<Record<string, unknown>>;
type Values = Record<string, SignalValue>;

const FLAGS = ['cookies_enabled', 'local_storage', 'indexed_db'] as const;
const MAX_FONTS = 300;
const MAX_PLUGINS = 50;
const MAX_LANGUAGES = 20;

/** Reads values and collects the names of malformed ones. */
class Reader {
  readonly signals: Signals;
  readonly malformed: string[];

  constructor(signals: Signals, malformed: string[]) {
    this.signals = signals;
    this.malformed = malformed;
  }

  known<T>(name: string, read: ReadResult<T>): T | undefined {
    if (read === undefined) return undefined;
    if (read !== 'malformed') return read.value;
    if (!this.malformed.includes(name)) this.malformed.push(name);
    return undefined;
  }

  text(name: string): string | undefined {
    return this.known(name, readText(ownValue(this.signals, name)));
  }

  number(name: string, min: number, max: number): number | undefined {
    return this.known(name, readNumber(ownValue(this.signals, name), min, max));
  }

  list(name: string, limit: number): string[] | undefined {
    return this.known(name, readList(ownValue(this.signals, name), limit));
  }

  object(name: string): Signals {
    return this.known(name, readObject(ownValue(this.signals, name))) ?? {};
  }
}

/** Converts signals into a profile and appends malformed names to `malformed`. The profile's keys are in the order of `PROFILE_NAMES`. */
export function normalize(
  signals: Signals,
  userAgentHeader: string | null,
  malformed: string[],
): { profile: Values; persistentId: string | null } {
  const reader = new Reader(signals, malformed);
  const profile: Values = {};
  const hints = readHints(reader);
  const agent = readAgent(reader, userAgentHeader);
  const platform = reader.text('platform');
  const touch = reader.number('max_touch_points', 0, 256);
  const screen = readScreen(reader);
  const desktopSite = requestsDesktopSite(agent, platform, touch);
  put(profile, 'os_family', desktopSite ? 'Android' : osFamily(agent, hints, platform, touch, screen.pixelRatio));
  put(profile, 'browser_family', agent?.browserFamily);
  put(profile, 'platform', platform);
  put(profile, 'gpu_vendor', reader.text('webgl_vendor'));
  putGpu(profile, reader.text('webgl_renderer'));
  put(profile, 'hardware_concurrency', reader.number('hardware_concurrency', 1, 4096));
  put(profile, 'device_memory', reader.number('device_memory', 0.1, 4096));
  put(profile, 'max_touch_points', touch);
  put(profile, 'color_depth', screen.colorDepth);
  put(profile, 'architecture', desktopSite ? undefined : hints.architecture);
  put(profile, 'model', hints.model ?? agent?.model);
  for (const name of RENDER_NAMES) put(profile, name, reader.text(name));
  putFonts(profile, reader);
  putScreen(profile, screen, profile.os_family);
  put(profile, 'timezone', reader.text('timezone'));
  const languages = reader.list('languages', MAX_LANGUAGES);
  put(profile, 'languages', languages?.length === 0 ? undefined : languages);
  put(profile, 'browser_version', browserVersion(agent, hints));
  put(profile, 'os_version', hints.osVersion ?? agent?.osVersion);
  putPlugins(profile, reader);
  put(profile, 'do_not_track', doNotTrack(reader.text('do_not_track')));
  put(profile, 'color_gamut', reader.text('color_gamut'));
  put(profile, 'hdr', reader.known('hdr', readBoolean(ownValue(signals, 'hdr'))));
  for (const name of FLAGS) put(profile, name, reader.known(name, readBoolean(ownValue(signals, name))));
  put(profile, 'vendor', reader.text('vendor'));
  return { profile, persistentId: readIdentity(reader.text('persistent_id')) };
}

function put(profile: Values, name: string, value: SignalValue | null | undefined): void {
  if (value !== undefined && value !== null) profile[name] = value;
}

function readAgent(reader: Reader, header: string | null): Agent | null {
  const text = reader.text('user_agent') ?? header ?? undefined;
  // The length limit of a client string applies to the header, too.
  return text === undefined ? null : parseAgent(text.slice(0, 512));
}

interface Hints {
  platform: string | undefined;
  osVersion: readonly number[] | null | undefined;
  architecture: string | undefined;
  model: string | undefined;
  fullVersion: readonly number[] | null;
}

function readHints(reader: Reader): Hints {
  const hints = reader.object('ua_data');
  const text = (key: string) => reader.known('ua_data', readText(ownValue(hints, key)));
  const platformVersion = text('platform_version');
  const fullVersion = text('full_version');
  const [architecture, bitness] = [text('architecture'), text('bitness')];
  return {
    platform: text('platform'),
    osVersion: platformVersion === undefined ? undefined : versionNumbers(platformVersion),
    architecture: architecture === undefined || bitness === undefined ? architecture : `${architecture} ${bitness}`,
    model: text('model'),
    fullVersion: fullVersion === undefined ? null : versionNumbers(fullVersion),
  };
}

/**
 * An iPad claims to be a Mac but reports touch points. So does an iPhone that requests the desktop site, if it does not report its platform;
 * most iPhones, and no iPads, have three pixels for one.
 */
function osFamily(
  agent: Agent | null,
  hints: Hints,
  platform: string | undefined,
  touch: number | undefined,
  pixelRatio: number | undefined,
): string | undefined {
  const family = agent?.osFamily ?? hints.platform;
  if (family !== 'macOS') return family ?? undefined;
  if (platform === 'iPhone' || platform === 'iPod') return 'iOS';
  if (platform === 'iPad') return 'iPadOS';
  if ((touch ?? 0) <= 1) return family;
  return pixelRatio === 3 ? 'iOS' : 'iPadOS';
}

/** Platforms of phones with Android: `Linux armv81` nearly everywhere, `Linux aarch64` in some web views and browsers. */
const ARM = /^Linux (armv|aarch64)/;

/**
 * Whether a phone with Android requests the desktop site: it then claims to be a PC with Linux and an x86 processor. Owners who switched to
 * it during a session were taken for thieves of their own stored id (payment: 100, blocked).
 */
function requestsDesktopSite(agent: Agent | null, platform: string | undefined, touch: number | undefined): boolean {
  return agent?.osFamily === 'Linux' && (touch ?? 0) > 0 && ARM.test(platform ?? '');
}

/** The full version from client hints, unless it belongs to another browser than the user agent reports. */
function browserVersion(agent: Agent | null, hints: Hints): readonly number[] | null | undefined {
  const reduced = agent?.browserVersion;
  const full = hints.fullVersion;
  return full !== null && (reduced === null || reduced === undefined || full[0] === reduced[0]) ? full : reduced;
}

function putGpu(profile: Values, renderer: string | undefined): void {
  if (renderer === undefined) return;
  const gpu = parseGpu(renderer);
  put(profile, 'gpu_renderer', gpu.renderer);
  put(profile, 'gpu_driver', gpu.driver);
}

/** Fonts are a set: sorted, without duplicates. An empty list is a blocked reading; a hash of the list is the fallback. */
function putFonts(profile: Values, reader: Reader): void {
  const fonts = reader.list('fonts', MAX_FONTS);
  if (fonts !== undefined && fonts.length > 0) profile.fonts = sortedSet(fonts);
  else put(profile, 'fonts_hash', reader.text('fonts_hash'));
}

/** Plugins are a set, too; an empty one is normal for a phone. */
function putPlugins(profile: Values, reader: Reader): void {
  const plugins = reader.list('plugins', MAX_PLUGINS);
  if (plugins !== undefined) profile.plugins = sortedSet(plugins);
  else put(profile, 'plugins_count', reader.number('plugins_count', 0, 1000));
}

function sortedSet(list: string[]): string[] {
  return [...new Set(list)].sort();
}

/** Unifies the values of three browser generations for the same setting. */
function doNotTrack(text: string | undefined): string | undefined {
  if (text === 'yes') return '1';
  return text === 'no' || text === 'unspecified' ? '0' : text;
}

interface Screen {
  size: readonly [number, number] | undefined;
  available: readonly [number, number] | undefined;
  colorDepth: number | undefined;
  pixelRatio: number | undefined;
}

function readScreen(reader: Reader): Screen {
  const screen = reader.object('screen');
  // Zero means a hidden screen, not a screen without area.
  const number = (key: string, max: number) => reader.known('screen', readNumber(ownValue(screen, key), 0.1, max));
  const pair = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined ? undefined : ([one, other] as const);
  return {
    size: pair(number('width', 100_000), number('height', 100_000)),
    available: pair(number('avail_width', 100_000), number('avail_height', 100_000)),
    colorDepth: number('color_depth', 128),
    pixelRatio: number('pixel_ratio', 100),
  };
}

/** Phones and tablets can be rotated, so their sides are stored with the shorter one first. */
function putScreen(profile: Values, screen: Screen, os: SignalValue | undefined): void {
  const rotates = os === 'Android' || os === 'iOS' || os === 'iPadOS';
  const upright = (sides: readonly [number, number] | undefined) =>
    sides !== undefined && rotates && sides[0] > sides[1] ? [sides[1], sides[0]] : sides;
  put(profile, 'screen', upright(screen.size));
  put(profile, 'screen_available', upright(screen.available));
  // Ratios of 1.100000023841858 and 1.1 are the same zoom level.
  put(profile, 'pixel_ratio', screen.pixelRatio === undefined ? undefined : Math.round(screen.pixelRatio * 100) / 100);
}
